import CommandSupport
import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// The demo in tmux: the clients side by side, and below them the tour and what the cloud is asked, on a tmux
/// server of their own.
struct DemoWindows: Sendable {
  /// Our choice: where three panes, one below the other, can still be read.
  private static let rowsForWire = 36
  /// Our choice: the columns with which a client, or a line of the wire, can be read.
  private static let (columnsForClient, columnsForWire) = (50, 80)

  /// One client, from the left to the right.
  struct Client {
    var title: String
    /// The words of the program's command.
    var words: [String]
  }

  /// The command that plays the scenario, below the clients.
  struct Play {
    var title: String
    var words: [String]
  }

  let shell: HomeShell
  let clients: [Client]
  /// Nil where nothing plays by itself.
  let play: Play?
  /// The options by which the pane with the requests reaches the cloud.
  var cloudOptions: [String] = []

  private var socket: String { shell.folder.appendingPathComponent("tmux.sock").path }
  private var server: [String] { ["tmux", "-S", socket] }

  /// Returns when the last of the clients, or tmux itself, is left.
  func run() throws {
    guard try tmux("-V") == 0 else {
      throw Failure("The demo needs tmux. Install it (‘apt-get install tmux’) or use --headless.")
    }
    let program = try shell.executable()
    defer { close() }
    try start(program)
    _ = try tmux("attach-session", "-t", "demo", attached: true)
  }

  /// Ends the clients and the server, and returns when they have ended.
  func close() {
    // There is none left when all clients were quit.
    let clients = processes()
    _ = try? tmux("kill-server")
    // A client that still ends would start the cloud again in a folder that is removed.
    let deadline = Live.now() + 5
    while clients.contains(where: { kill($0, 0) == 0 }), Live.now() < deadline { poll(nil, 0, 10) }
  }

  /// Goes to a chat in a client's window, as a person would: with the key that asks for a name.
  func open(_ chat: String, in client: Int) {
    let pane = ["-t", "demo:0.\(client)"]
    // The person may have left the window.
    for keys in [["C-g"], ["-l", chat], ["Enter"]] {
      _ = try? tmux(["send-keys"] + pane + keys)
    }
  }

  /// The number of requests to the cloud so far: the pane shows those that come, not those of the preparation.
  private func requestCount() throws -> Int {
    try shell.zonechat(nil, ["cloud", "requests", "--polls"] + cloudOptions).split(separator: "\n")
      .count
  }

  /// The processes in the windows.
  private func processes() -> [pid_t] {
    let words = server + ["list-panes", "-a", "-F", "#{pane_pid}"]
    let answer = try? Child.run(words, environment: shell.environment, output: .captured)
    return answer?.output.split(separator: "\n").compactMap { pid_t($0) } ?? []
  }

  private func start(_ program: String) throws {
    let size = terminalSize()
    var setUp: [[String]] = []
    for (index, client) in clients.enumerated() {
      let words = [program] + client.words
      if index == 0 {
        setUp.append(
          ["new-session", "-d", "-s", "demo", "-x", "\(size.columns)", "-y", "\(size.rows)"] + words
        )
        setUp += Self.look
      } else {
        setUp.append(["split-window", "-t", "demo"] + words)
      }
      setUp += mark(index, "client", client.title)
      // Each split halves the last pane; there is room for the next when all have the same size.
      setUp.append(["select-layout", "-t", "demo", layout(size)])
    }
    setUp += try below(program, size)
    setUp += [
      ["select-pane", "-t", "demo:0.0"], ["set-hook", "-g", "pane-exited", whenPaneExits],
    ]
    for arguments in setUp where try tmux(arguments) != 0 {
      throw Failure("tmux refused ‘\(arguments.prefix(3).joined(separator: " "))’.")
    }
  }

  /// Side by side where each client has room; otherwise two one above the other, and more as tiles.
  private func layout(_ size: (columns: Int, rows: Int)) -> String {
    let count = clients.count
    if size.columns >= count * Self.columnsForClient { return "even-horizontal" }
    return count == 2 ? "even-vertical" : "tiled"
  }

  /// The panes below: the played scenario and the requests to the cloud, as far as there is room.
  private func below(
    _ program: String, _ size: (columns: Int, rows: Int)
  ) throws -> [[String]] {
    let first = clients.count
    let wire =
      [program, "cloud", "requests", "--follow", "--after", "\(try requestCount())"] + cloudOptions
    let hasWire = layout(size) == "even-horizontal" || size.rows >= Self.rowsForWire
    guard let play else {
      guard hasWire else { return [] }
      return [["split-window", "-v", "-f", "-l", "\(max(6, size.rows / 5))", "-t", "demo"] + wire]
        + mark(first, "view", "What the cloud is asked")
    }
    let rows = "\(max(8, size.rows / 3))"
    var panes = [["split-window", "-v", "-f", "-l", rows, "-t", "demo"] + play.words]
    panes += mark(first, "view", play.title)
    if size.columns >= Self.columnsForClient + Self.columnsForWire {
      panes.append(
        ["split-window", "-h", "-l", "\(Self.columnsForWire)", "-t", "demo:0.\(first)"] + wire)
      panes += mark(first + 1, "view", "What the cloud is asked")
    }
    return panes
  }

  private func mark(_ pane: Int, _ kind: String, _ title: String) -> [[String]] {
    [
      ["set-option", "-p", "-t", "demo:0.\(pane)", "@kind", kind],
      ["set-option", "-p", "-t", "demo:0.\(pane)", "@who", title],
    ]
  }

  /// The demo ends with its last client; before that, keys go to a client that is left.
  private var whenPaneExits: String {
    let kinds = "tmux -S '\(socket)' list-panes -t demo -F '##{@kind}'"
    return "if-shell \"\(kinds) | grep -q client\" \"select-pane -t demo:0.0\" kill-server"
  }

  private static let look: [[String]] = [
    ["set-option", "-g", "mouse", "on"],
    ["set-option", "-g", "status-left", " ZoneChat demo "],
    ["set-option", "-g", "status-left-length", "20"],
    ["set-option", "-g", "window-status-format", ""],
    ["set-option", "-g", "window-status-current-format", ""],
    ["set-option", "-g", "status-right-length", "70"],
    [
      "set-option", "-g", "status-right",
      " Ctrl+B then arrow: other side | Ctrl+Q: leave a side ",
    ],
    ["set-option", "-g", "pane-border-status", "top"],
    ["set-option", "-g", "pane-border-format", " #{@who} "],
  ]

  private func terminalSize() -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (160, 50)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func tmux(_ arguments: String..., attached: Bool = false) throws -> Int32 {
    try tmux(arguments, attached: attached)
  }

  /// Runs tmux on the demo's own server; returns its exit code.
  private func tmux(_ arguments: [String], attached: Bool = false) throws -> Int32 {
    let words = server + ["-f", "/dev/null"] + arguments
    return try Child.run(
      words, environment: shell.environment, output: attached ? .shown : .discarded
    ).code
  }
}
