/// The control sequence that asks the terminal for a notification of the desktop.
///
/// Source: iTerm2 and Windows Terminal (9), rxvt-unicode and foot (777), kitty (99).
package enum DesktopNotification: String, CaseIterable, Sendable {
  case off
  case osc9 = "9"
  case osc777 = "777"
  case osc99 = "99"

  /// Longer texts are cut off by desktops too.
  private static let limit = 250

  /// The bytes for the terminal; nil for `off`.
  ///
  /// - Parameters:
  ///   - title: any text; control characters are taken out.
  ///   - body: the same.
  /// - Returns: one or two sequences.
  package func sequence(title: String, body: String) -> String? {
    let title = DisplayText.singleLine(title).prefix(Self.limit)
    let body = DisplayText.singleLine(body).prefix(Self.limit)
    // Semicolons divide the parts of a sequence.
    let safeTitle = title.replacing(";", with: ",")
    let safeBody = body.replacing(";", with: ",")
    let end = "\u{1B}\\"
    return switch self {
    case .off: nil
    // A number at the start would be another command (9;4 is a progress bar).
    case .osc9: "\u{1B}]9;\(safeTitle): \(safeBody)\(end)"
    case .osc777: "\u{1B}]777;notify;\(safeTitle);\(safeBody)\(end)"
    case .osc99:
      "\u{1B}]99;i=zonechat:d=0:e=1;\(Base64.encode(title.utf8))\(end)"
        + "\u{1B}]99;i=zonechat:d=1:p=body:e=1;\(Base64.encode(body.utf8))\(end)"
    }
  }
}
