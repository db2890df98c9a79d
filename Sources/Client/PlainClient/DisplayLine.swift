import TerminalUI

/// A line for a terminal that knows nothing but lines.
enum DisplayLine {
  /// One line without characters that control a terminal or change how their neighbours are read.
  static func harmless(_ text: String) -> String { DisplayText.singleLine(text) }
}
