import CommandSupport
import Foundation
import TerminalUI
import Tours

#if canImport(Glibc)
import Glibc
#endif

/// The demo in tmux: the clients, and below them the tour and what the cloud is asked, on a tmux server of their own.
///
/// The panes have the numbers of tmux in the order in which they are made: first the clients, then those below.
struct DemoWindows: Sendable {
  /// One client, from the left to the right.
  struct Client {
    var title: String
    /// The words of the program's command.
    var words: [String]
  }

  /// The command of the program that shows what plays, below the clients.
  struct Play {
    var title: String
    var words: [String]
    /// Whether nobody can press a key.
    var isRecorded: Bool
  }

  private let shell: HomeShell
  private let clients: [Client]
  /// Nil where nothing plays by itself.
  private let play: Play?
  /// The options by which the pane with the requests reaches the cloud.
  private let cloudOptions: [String]
  /// The file with the titles of the zones.
  private let zoneNames: URL
  private let size: (columns: Int, rows: Int)
  private let layout: DemoLayout
  private let tmux: DemoTmux

  init(
    shell: HomeShell, clients: [Client], play: Play?, cloudOptions: [String] = [], zoneNames: URL,
    size: (columns: Int, rows: Int)
  ) {
    self.shell = shell
    self.clients = clients
    self.play = play
    self.cloudOptions = cloudOptions
    self.zoneNames = zoneNames
    self.size = size
    layout = DemoLayout(
      columns: size.columns, rows: size.rows, clients: clients.count, hasTour: play != nil)
    tmux = DemoTmux(folder: shell.folder, environment: shell.environment)
  }

  /// The size of this terminal.
  static var terminalSize: (columns: Int, rows: Int) { Output.size ?? (160, 50) }

  /// The number of people whose windows are shown one at a time above a tour; 0 where all are in sight.
  static func personCount(_ clients: Int, in size: (columns: Int, rows: Int)) -> Int {
    let layout = DemoLayout(
      columns: size.columns, rows: size.rows, clients: clients, hasTour: true)
    return layout.arrangement == .oneAtATime ? clients : 0
  }

  /// Returns when the last of the clients, or tmux itself, is left.
  func run() throws {
    defer { close() }
    try begin()
    try tmux.attach()
  }

  /// Starts everything, in no terminal yet.
  func begin() throws {
    guard try tmux.run(["-V"]) == 0 else {
      throw Failure("The demo needs tmux. Install it (‘apt-get install tmux’) or use --headless.")
    }
    for arguments in try setUp(try shell.executable()) where try tmux.run(arguments) != 0 {
      throw Failure("tmux refused ‘\(arguments.prefix(3).joined(separator: " "))’.")
    }
  }

  /// The words with which a terminal of its own shows the windows, and their variables.
  var attachment: (words: [String], environment: [String: String]) {
    (tmux.attachment, shell.environment)
  }

  /// Draws everything anew.
  func refresh() throws { try tmux.run(["refresh-client"]) }

  /// Ends the clients and the server, and returns when they have ended.
  func close() {
    // There is none left when all clients were quit.
    let clients = processes()
    _ = try? tmux.run(["kill-server"])
    // A client that still ends would start the cloud again in a folder that is removed.
    let deadline = Live.now() + 5
    while clients.contains(where: { kill($0, 0) == 0 }), Live.now() < deadline { poll(nil, 0, 10) }
  }

  /// Goes to a chat in a client's window, as a person would: with the key that asks for a name.
  func open(_ chat: String, in client: Int) {
    // The person may have left the window.
    for keys in [["C-g"], ["-l", chat], ["Enter"]] {
      _ = try? tmux.run(["send-keys", "-t", "%\(client)"] + keys)
    }
  }

  /// Brings a client's window into sight.
  func show(_ client: Int) throws {
    if layout.arrangement == .oneAtATime { try tmux.show(client) }
  }

  /// The windows as they are now; those that were left are not among them.
  func screens() throws -> [TourSlide.Screen] {
    var screens: [TourSlide.Screen] = []
    for (index, client) in clients.enumerated() {
      guard let text = try tmux.output(["capture-pane", "-p", "-e", "-t", "%\(index)"]) else {
        continue
      }
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      screens.append(TourSlide.Screen(person: client.title, captured: rows.map(String.init)))
    }
    return screens
  }

  /// The number of requests to the cloud so far: the pane shows those that come, not those of the preparation.
  private func requestCount() throws -> Int {
    try shell.zonechat(nil, ["cloud", "requests", "--polls"] + cloudOptions).split(separator: "\n")
      .count
  }

  /// The processes in the windows.
  private func processes() -> [pid_t] {
    // Without an answer there is no server, and so no process.
    let answer = try? tmux.output(["list-panes", "-a", "-F", "#{pane_pid}"])
    return answer?.split(separator: "\n").compactMap { pid_t($0) } ?? []
  }

  // MARK: - Setting up

  private func setUp(_ program: String) throws -> [[String]] {
    var commands: [[String]] = []
    for (index, client) in clients.enumerated() {
      let words = [program] + client.words
      switch (index, layout.arrangement) {
      case (0, _):
        commands.append(
          ["new-session", "-d", "-s", "demo", "-x", "\(size.columns)", "-y", "\(size.rows)"] + words
        )
        commands += look
      case (_, .oneAtATime): commands.append(["new-window", "-d", "-t", "demo:"] + words)
      case (_, .sideBySide), (_, .tiles):
        commands.append(["split-window", "-t", "demo:0"] + words)
      }
      commands += mark(index, "client", client.title)
      // Each split halves the last pane; there is room for the next when all have the same size.
      switch layout.arrangement {
      case .sideBySide: commands.append(["select-layout", "-t", "demo:0", "even-horizontal"])
      case .tiles: commands.append(["select-layout", "-t", "demo:0", "tiled"])
      case .oneAtATime: break
      }
    }
    commands += try below(program)
    // In a tour, keys go to the tour.
    commands.append(["select-pane", "-t", "%\(play == nil ? 0 : clients.count)"])
    guard layout.arrangement == .oneAtATime else {
      return commands + [["set-hook", "-g", "pane-exited", tmux.afterEndBeside]]
    }
    // What a pane is given includes the row of its name.
    let clientRows = size.rows - 2 - layout.rowsBelow
    try tmux.writeScripts(clientRows: clientRows, keepsFocus: play != nil)
    for index in clients.indices.prefix(9) {
      commands.append(["bind-key", "\(index + 1)", tmux.showing(index)])
    }
    return commands + [["set-hook", "-g", "pane-exited", tmux.afterEnd]]
  }

  /// The panes below: the played scenario and the requests to the cloud, as far as there is room.
  private func below(_ program: String) throws -> [[String]] {
    guard layout.rowsBelow > 0 else { return [] }
    let first = clients.count
    let log =
      [
        program, "cloud", "requests", "--follow", "--after", "\(try requestCount())",
        "--zone-names", zoneNames.path,
      ] + cloudOptions
    let split = ["split-window", "-v", "-f", "-l", "\(layout.rowsBelow)", "-t", "demo:0"]
    guard let play else { return [split + log] + mark(first, "view", "What the cloud is asked") }
    var panes = [split + [program] + play.words] + mark(first, "view", play.title)
    if layout.logColumns > 0 {
      panes.append(
        ["split-window", "-h", "-l", "\(layout.logColumns)", "-t", "%\(first)"] + log)
      panes += mark(first + 1, "view", "What the cloud is asked")
    }
    return panes
  }

  private func mark(_ pane: Int, _ kind: String, _ title: String) -> [[String]] {
    [
      ["set-option", "-p", "-t", "%\(pane)", "@kind", kind],
      ["set-option", "-p", "-t", "%\(pane)", "@who", title],
    ]
  }

  private var look: [[String]] {
    let isSingle = layout.arrangement == .oneAtATime
    let left = isSingle ? tabs : (text: " ZoneChat demo ", columns: 15)
    let keys = layout.keys(behind: left.columns)
    let isRecorded = play?.isRecorded ?? false
    return [
      ["set-option", "-g", "@shown", "0"],
      ["set-option", "-g", "mouse", isRecorded ? "off" : "on"],
      ["set-option", "-g", "status-left", left.text],
      ["set-option", "-g", "status-left-length", "\(left.columns)"],
      ["set-option", "-g", "window-status-format", ""],
      ["set-option", "-g", "window-status-current-format", ""],
      ["set-option", "-g", "status-right-length", "\(keys.count)"],
      ["set-option", "-g", "status-right", isRecorded ? "" : keys],
      ["set-option", "-g", "pane-border-status", "top"],
      ["set-option", "-g", "pane-border-format", " #{@who} "],
    ]
  }

  /// The people whose windows can be shown, of which one is; as a format of tmux, and its width.
  private var tabs: (text: String, columns: Int) {
    let names = clients.enumerated().map { index, client in
      let name = client.title.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
      return " \(index + 1) \(name) "
    }
    let text = names.enumerated().map { index, name in
      "#{?#{==:#{@shown},\(index)},#[reverse],}\(name)#[noreverse]"
    }
    return (text.joined(), TextWidth.of(names.joined()))
  }
}
