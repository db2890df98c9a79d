import CommandSupport
import Foundation
import Processes

/// The demo's own tmux server, which reads nobody's settings.
struct DemoTmux: Sendable {
  let folder: URL
  let environment: [String: String]

  private var socket: String { folder.appendingPathComponent("tmux.sock").path }
  private var words: [String] { ["tmux", "-S", socket, "-f", "/dev/null"] }

  /// The script that shows the client with a number, where one is shown at a time.
  private var showing: URL { folder.appendingPathComponent("show.sh") }
  /// The script that runs when a client has ended.
  private var leaving: URL { folder.appendingPathComponent("left.sh") }

  /// The words that attach a terminal.
  var attachment: [String] { words + ["-u", "attach-session", "-t", "demo"] }

  /// Attaches this terminal; returns when it is detached.
  func attach() throws {
    _ = try Child.run(attachment, environment: environment, output: .shown)
  }

  /// Runs a command of tmux; returns its exit code.
  @discardableResult
  func run(_ arguments: [String]) throws -> Int32 {
    try Child.run(words + arguments, environment: environment, output: .discarded).code
  }

  /// What a command of tmux prints; nil where it fails.
  func output(_ arguments: [String]) throws -> String? {
    let result = try Child.run(words + arguments, environment: environment, output: .captured)
    return result.code == 0 ? result.output : nil
  }

  // MARK: - One client at a time

  /// Writes the scripts for clients of which one is shown at a time, above what is below it.
  ///
  /// Each client's pane has its number. Those that are not shown wait in windows of their own.
  func writeScripts(clientRows: Int, keepsFocus: Bool) throws {
    let server = "t() { tmux -S '\(socket)' \"$@\"; }\n"
    let show = """
      slot=$(t list-panes -t demo -F '#{@kind} #{pane_id}' | sed -n 's/^client //p' | head -n 1)
      [ "$slot" = "%$1" ] && exit 0
      t swap-pane -d -s "%$1" -t "$slot" && t set-option -g @shown "$1"

      """
    let left = """
      next=$(t list-panes -s -t demo -F '#{@kind} #{pane_id}' | sed -n 's/^client //p' | head -n 1)
      [ -n "$next" ] || { t kill-server; exit 0; }
      t list-panes -t demo -F '#{@kind}' | grep -q client && exit 0
      t join-pane\(keepsFocus ? " -d" : "") -f -v -b -l \(clientRows) -s "$next" -t demo
      t set-option -g @shown "${next#%}"

      """
    try Data((server + show).utf8).write(to: showing)
    try Data((server + left).utf8).write(to: leaving)
  }

  /// Shows the client with this number.
  func show(_ client: Int) throws {
    _ = try Child.run(
      ["sh", showing.path, "\(client)"], environment: environment, output: .discarded)
  }

  /// The same as a command of tmux.
  func showing(_ client: Int) -> String { shell("sh '\(showing.path)' \(client)") }

  /// The command of tmux that runs after the end of a client.
  var afterEnd: String { shell("sh '\(leaving.path)'") }

  /// A script whose words nobody wants to see.
  private func shell(_ command: String) -> String {
    "run-shell \"\(command) >/dev/null 2>&1 || true\""
  }

  /// The command of tmux after which the demo ends with its last client, and before that, keys go to one that is left.
  var afterEndBeside: String {
    let kinds = "tmux -S '\(socket)' list-panes -s -t demo -F '##{@kind}'"
    return "if-shell \"\(kinds) | grep -q client\" \"select-pane -t demo:0.0\" kill-server"
  }
}
