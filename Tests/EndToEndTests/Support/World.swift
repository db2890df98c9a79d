import Foundation
import Testing

/// A machine of its own for one test: a home directory, a cloud that starts when it is needed, people.
struct World: Sendable {
  let home: URL
  var program: Program

  /// The folder where programs put what they need for a while.
  var temporary: URL { home.appendingPathComponent("tmp") }

  /// Runs `body` in a new world, and leaves nothing of it: the cloud is ended by its own process id.
  static func with(_ body: (World) async throws -> Void) async throws {
    var template = Array("/tmp/zonechat-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let home = URL(
      fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
    var environment = ProcessInfo.processInfo.environment
    environment["ZONECHAT_HOME"] = home.path
    environment["TMPDIR"] = home.appendingPathComponent("tmp").path
    environment["LC_ALL"] = "C.UTF-8"
    environment["TZ"] = "UTC"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["TMUX"] = nil
    environment["ZONECHAT_CONFIG"] = nil
    // No server of the machine, unless a test writes its file.
    environment["ZONECHAT_SERVER_CONFIG"] = home.appendingPathComponent("server.toml").path
    let world = World(home: home, program: Program(environment: environment))
    try FileManager.default.createDirectory(
      at: world.temporary, withIntermediateDirectories: false)
    do {
      try await body(world)
    } catch {
      await world.end()
      throw error
    }
    await world.end()
  }

  private func end() async {
    if let process = await cloudProcess() { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(at: home)
  }

  /// Runs a command as somebody, whatever comes of it.
  func run(_ person: String?, _ arguments: String..., input: String? = nil) async throws
    -> Program.Result
  {
    try await program.run((person.map { ["--profile", $0] } ?? []) + arguments, input: input)
  }

  /// Runs a command as somebody, which must succeed; answers what it printed.
  @discardableResult
  func did(
    _ person: String?, _ arguments: String..., input: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    try await did(person, arguments, input: input, at: location)
  }

  /// The same for arguments in an array.
  @discardableResult
  func did(
    _ person: String?, _ arguments: [String], input: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let result = try await program.run(
      (person.map { ["--profile", $0] } ?? []) + arguments, input: input)
    #expect(
      result.code == 0, "zonechat \(arguments.joined(separator: " ")): \(result.words)",
      sourceLocation: location)
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Accounts for everyone, and a chat of the first one's that the others have joined.
  func chat(_ title: String, of people: [String]) async throws {
    for person in people { try await did(person, "account", "create", person) }
    try await did(people[0], "new", title)
    for guest in people.dropFirst() {
      let link = try await did(people[0], "invite", title, guest)
      try await did(guest, "join", link)
    }
  }

  /// The same with 300 messages of the first one's, which fill several pages of a replica.
  func longChat(_ title: String, of people: [String]) async throws {
    try await chat(title, of: people)
    let lines = (1...300).map { "message \($0)" }.joined(separator: "\n")
    try await did(people[0], "send", title, "--lines", "--wait", input: lines)
  }

  /// The messages of a chat as `person`'s replica has them, in order.
  func messages(_ person: String?, in chat: String) async throws -> [ShownMessage] {
    let output = try await did(
      person, "read", chat, "--limit", "0", "--json", "--offline", "--peek")
    return try output.split(separator: "\n").filter { !$0.contains("\"kind\":") }.map {
      try JSONDecoder().decode(ShownMessage.self, from: Data($0.utf8))
    }
  }

  /// The process id of the cloud that runs; nil where none does.
  func cloudProcess() async -> pid_t? {
    guard let status = try? await program.run(["cloud", "status", "--json"]), status.code == 0
    else {
      return nil
    }
    struct Status: Decodable { var processID: pid_t }
    return (try? JSONDecoder().decode(Status.self, from: Data(status.output.utf8)))?.processID
  }
}

/// A message as `read --json` prints it.
struct ShownMessage: Decodable, Sendable, Hashable {
  var id: String
  var sender: String
  var text: String
  var state: String
  var attachment: File?

  struct File: Decodable, Hashable {
    var name: String
    var type: String
    var size: Int64
    var isInCloud: Bool
    var isHere: Bool
  }
}
