/// The reason why there is no full-screen terminal.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  /// TERM is missing, unknown and like no terminal that is known, or cannot move the cursor.
  case unsupported(terminalType: String)
  /// A system call failed, with this error number.
  case failed(operation: String, errno: Int32)

  package var description: String {
    switch self {
    case .notATerminal:
      "Standard input and output are not a terminal. Use a headless command such as ‘read’."
    case .unsupported(let type):
      "The terminal type ‘\(type)’ is not supported. Set TERM, for example to xterm-256color."
    case .failed(let operation, let errno):
      "The terminal refused \(operation) (error \(errno)). Try another terminal."
    }
  }
}
