import Composition
import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// The demo in tmux: two clients side by side, and below them what the cloud is asked, on a tmux server of their own.
struct DemoWindows: Sendable {
  /// Our choice: where three panes, one below the other, can still be read.
  private static let rowsForWire = 36

  let stage: DemoStage

  private var server: [String] { ["tmux", "-S", DemoStage.tmuxSocket(of: stage.home)] }

  init(stage: DemoStage) { self.stage = stage }

  /// Returns when the last of the two clients, or tmux itself, is left.
  func run() throws {
    guard try tmux("-V") == 0 else {
      throw Failure("The demo needs tmux. Install it (‘apt-get install tmux’) or use --headless.")
    }
    Output.note("Preparing a cloud, two people and a chat …")
    try stage.prepare()
    try stage.furnish()
    let program = try stage.executable()
    defer { close() }
    try start(program)
    _ = try tmux("attach-session", "-t", "demo", attached: true)
  }

  /// Ends both clients and the server, and returns when they have ended.
  func close() {
    // There is none left when both clients were quit.
    let clients = clients()
    _ = try? tmux("kill-server")
    // A client that still ends would start the cloud again in a folder that is removed.
    let deadline = Live.now() + 5
    while clients.contains(where: { kill($0, 0) == 0 }), Live.now() < deadline { poll(nil, 0, 10) }
  }

  /// How much the cloud was asked so far: what comes is shown, not the preparation.
  private func requestCount() throws -> Int {
    try stage.zonechat(nil, "cloud", "requests", "--polls").split(separator: "\n").count
  }

  /// The processes in the windows.
  private func clients() -> [pid_t] {
    let words = server + ["list-panes", "-a", "-F", "#{pane_pid}"]
    let answer = try? Child.run(words, environment: stage.environment, output: .captured)
    return answer?.output.split(separator: "\n").compactMap { pid_t($0) } ?? []
  }

  private func start(_ program: String) throws {
    let size = terminalSize()
    let alice = [program, "--profile", DemoStage.owner, "open", "Trip"]
    let bob = [program, "--profile", DemoStage.participant, "open", "Trip"]
    let isWide = size.columns >= 120
    var setUp: [[String]] = [
      ["new-session", "-d", "-s", "demo", "-x", "\(size.columns)", "-y", "\(size.rows)"] + alice,
      ["set-option", "-p", "-t", "demo:0.0", "@who", "Alice, who owns the chats"],
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
      ["split-window", isWide ? "-h" : "-v", "-t", "demo"] + bob,
      ["set-option", "-p", "-t", "demo:0.1", "@who", "Bob, who was invited"],
    ]
    if isWide || size.rows >= Self.rowsForWire {
      let rows = max(6, size.rows / 5)
      let wire = [program, "cloud", "requests", "--follow", "--after", "\(try requestCount())"]
      setUp += [
        ["split-window", "-v", "-f", "-l", "\(rows)", "-t", "demo"] + wire,
        ["set-option", "-p", "-t", "demo:0.2", "@who", "What the cloud is asked"],
        // The demo ends with its last client, and this pane with it. Keys go to the client that is left.
        [
          "set-hook", "-g", "pane-exited",
          "if-shell -F \"#{==:#{window_panes},1}\" kill-server \"select-pane -t demo:0.0\"",
        ],
      ]
    }
    setUp.append(["select-pane", "-t", "demo:0.0"])
    for arguments in setUp where try tmux(arguments) != 0 {
      throw Failure("tmux refused ‘\(arguments.prefix(3).joined(separator: " "))’.")
    }
  }

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
      words, environment: stage.environment, output: attached ? .shown : .discarded
    ).code
  }
}
