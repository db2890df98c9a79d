import Foundation
import Processes
import Testing

/// Debian's Chromium without a window, driven over a pipe.
///
/// Source: the Chrome DevTools Protocol, `--remote-debugging-pipe`; messages end with a zero byte.
actor Chromium {
  private struct Missing: Error, CustomStringConvertible {
    let description =
      "Chromium is missing. ‘make deps NEEDS=test’ installs it, and so does ‘apt-get install chromium’."
  }

  /// A message of the browser: the answer to a command, or an event.
  private struct Message: Decodable {
    var id: Int?
    var method: String?
    var result: JSONValue?
    var params: JSONValue?
    var error: JSONValue?
  }

  /// The complaints of a page or its console: refused styles and scripts, errors, failed requests.
  private(set) var complaints: [String] = []
  private let process: LineProcess
  private var session: String?
  private var lastID = 0
  /// The names of the events since the last command that waits for one.
  private var events: [String] = []

  /// Opens an empty page of a browser of its own, which ends with `body`.
  static func with(_ world: World, _ body: (Chromium) async throws -> Void) async throws {
    let folders = (world.program.environment["PATH"] ?? "").split(separator: ":")
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
    }
    guard isThere else { throw Missing() }
    let browser = try Chromium(world)
    do {
      try await browser.attach()
      try await body(browser)
    } catch {
      await browser.end()
      throw error
    }
    await browser.end()
  }

  private init(_ world: World) throws {
    var environment = world.program.environment
    // Everything that it keeps stays in the world.
    environment["HOME"] = world.home.path
    for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"] { environment[name] = nil }
    let options = [
      "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--disable-breakpad", "--no-first-run", "--no-proxy-server", "--remote-debugging-pipe",
      "--user-data-dir=\(world.home.path)/chromium",
    ]
    // Its sandbox refuses root, as whom tests run in a container; it opens no page but ours.
    let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
    process = try LineProcess(
      [
        "sh", "-c", #"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#, "chromium",
      ] + options + sandbox + ["about:blank"], environment: environment,
      errors: world.home.appendingPathComponent("chromium.log").path, end: 0)
  }

  /// Ends the browser; it closes its end of the pipe when it has put its files away.
  private func end() async {
    session = nil
    let isWritten = process.write(Data(#"{"id":0,"method":"Browser.close"}"#.utf8))
    while isWritten, await process.nextLine() != nil {}
    process.end(with: SIGKILL)
  }

  private func attach() async throws {
    let targets = try await call("Target.getTargets")["targetInfos"].elements
    let page = try #require(targets.first { $0["type"].text == "page" }?["targetId"].text)
    session = try await call(
      "Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"].text
    for domain in ["Page", "Log", "Runtime"] { _ = try await call("\(domain).enable") }
  }

  /// Opens an address, and returns when the page is complete.
  func open(_ address: String) async throws {
    events = []
    _ = try await call("Page.navigate", ["url": address])
    try await waitForPage()
  }

  /// Runs a script that leads to another page, and returns when that is complete.
  func follow(_ script: String) async throws {
    events = []
    _ = try await evaluate(script)
    try await waitForPage()
  }

  /// Follows the link with a text that begins so.
  func click(_ text: String) async throws {
    try await follow(
      "[...document.links].find((a) => a.textContent.startsWith(\(Self.literal(text)))).click()")
  }

  /// Fills a form's fields by their names, and presses the button with this text.
  func press(_ button: String, _ fields: [String: String] = [:]) async throws {
    let values = fields.map { name, value in
      "form.elements[\(Self.literal(name))].value = \(Self.literal(value));"
    }
    try await follow(
      """
      (() => { const button = [...document.querySelectorAll("button")]
        .find((b) => b.textContent === \(Self.literal(button)));
      const form = button.form; \(values.joined()) button.click(); })()
      """)
  }

  /// Everything that the page shows, as text.
  func text() async throws -> String {
    try await evaluate("document.body.innerText").text ?? ""
  }

  /// Waits until the page shows a text, for half a minute at most; whether it did.
  func shows(_ text: String) async throws -> Bool {
    try await evaluate(
      """
      new Promise((done) => { const end = Date.now() + 30000; (function look() {
        if (document.body.innerText.includes(\(Self.literal(text)))) done(true);
        else if (Date.now() > end) done(false); else setTimeout(look, 20); })(); })
      """
    ).isTrue
  }

  func evaluate(_ script: String) async throws -> JSONValue {
    let answer = try await call(
      "Runtime.evaluate",
      ["expression": script, "returnByValue": true, "awaitPromise": true])
    if let failure = answer["exceptionDetails"]["exception"]["description"].text {
      Issue.record("the script failed: \(failure)\n\(script)")
    }
    return answer["result"]["value"]
  }

  /// Makes the page as narrow as a telephone, or as wide as a screen, in one of the two colour schemes.
  func look(width: Int, scheme: String) async throws {
    _ = try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
    _ = try await call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": scheme]]])
  }

  /// Pages run no script of their own from now on.
  func disableScripts() async throws {
    _ = try await call("Emulation.setScriptExecutionDisabled", ["value": true])
  }

  private func waitForPage() async throws {
    while !events.contains("Page.loadEventFired") { take(try await nextMessage()) }
  }

  private func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> JSONValue {
    lastID += 1
    var command: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    command["sessionId"] = session
    try #require(process.write(try JSONSerialization.data(withJSONObject: command)))
    while true {
      let message = try await nextMessage()
      guard message.id == lastID else {
        take(message)
        continue
      }
      if let error = message.error { Issue.record("\(method) failed: \(error)") }
      return message.result ?? .null
    }
  }

  private func nextMessage() async throws -> Message {
    let line = try #require(await process.nextLine(), "Chromium has ended")
    return try JSONDecoder().decode(Message.self, from: Data(line.utf8))
  }

  private func take(_ event: Message) {
    guard let method = event.method else { return }
    events.append(method)
    switch method {
    case "Log.entryAdded": complaints.append(event.params?["entry"]["text"].text ?? "?")
    case "Runtime.exceptionThrown": complaints.append("\(event.params ?? .null)")
    default: break
    }
  }

  /// A text as a string of a script: JSON's strings are those of scripts.
  private static func literal(_ text: String) -> String {
    let json = try? JSONEncoder().encode(text)  // Encoding a string cannot fail.
    return String(decoding: json ?? Data(), as: UTF8.self)
  }
}

extension JSONValue {
  /// Null for what is not there.
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[key] ?? .null
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
