/// Why there is no full-screen terminal.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  /// TERM is missing, unknown, or cannot move the cursor.
  case unsupported(terminalType: String)
  /// A system call failed, with this error number.
  case failed(operation: String, errno: Int32)

  package var description: String {
    switch self {
    case .notATerminal:
      "standard input and output are not a terminal; use a headless command such as `read`"
    case .unsupported(let type):
      "terminal type '\(type)' is not supported; set TERM, for example to xterm-256color"
    case .failed(let operation, let errno):
      "the terminal refused \(operation) (error \(errno)); try another terminal"
    }
  }
}
