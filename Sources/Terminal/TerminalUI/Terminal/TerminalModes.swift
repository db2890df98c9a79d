/// The terminal modes to turn on beside those that terminfo knows, and how to turn them off again.
///
/// Source: xterm's control sequences; the kitty keyboard protocol; the synchronized output specification.
/// Terminals without a mode ignore it.
package struct TerminalModes {
  /// Whether the terminal understands control strings (OSC, DCS), which other terminals would print.
  package let hasStrings: Bool
  private let isInsideTmux: Bool
  /// Whether `pushKeyboard` was sent and `leave` was not.
  package var hasPushedKeyboard = false
  /// Whether `modifyKeys` was sent and `leave` was not.
  package var hasModifiedKeys = false

  package init(hasStrings: Bool, isInsideTmux: Bool = false) {
    self.hasStrings = hasStrings
    self.isInsideTmux = isInsideTmux
  }

  /// Turns on bracketed paste and focus reports, and saves the title.
  package var enter: String {
    "\u{1B}[?2004h\u{1B}[?1004h" + (hasStrings ? "\u{1B}[22;2t" : "")
  }

  /// Tells keys such as Shift+Enter apart (1), and says which key of a US keyboard is at the place of one with Ctrl or
  /// Alt (4); only for a terminal that has said that it can.
  package static let pushKeyboard = "\u{1B}[>5u"

  /// The same in xterm's way: only keys that had no sequence of their own get one (modifyOtherKeys 1).
  package static let modifyKeys = "\u{1B}[>4;1m"

  /// Undoes `enter`, `pushKeyboard`, `modifyKeys`, `mouse`, and what a picture leaves if it is broken off.
  package var leave: String {
    let strings = hasStrings ? "\u{1B}]8;;\u{1B}\\" + Self.endPicture : ""
    return strings + (hasPushedKeyboard ? "\u{1B}[<u" : "")
      + (hasModifiedKeys ? "\u{1B}[>4m" : "") + mouse(.off)
      + "\u{1B}[?1004l\u{1B}[?2004l" + (hasStrings ? "\u{1B}[23;2t" : "")
  }

  /// Between these, a terminal with synchronized output shows nothing.
  static let beginPicture = "\u{1B}[?2026h"
  static let endPicture = "\u{1B}[?2026l"

  package func mouse(_ mode: MouseMode) -> String {
    switch mode {
    case .off: "\u{1B}[?1006l\u{1B}[?1000l"
    case .reported: "\u{1B}[?1000h\u{1B}[?1006h"
    }
  }

  package func title(_ title: String) -> String? {
    hasStrings ? "\u{1B}]2;\(DisplayText.singleLine(title))\u{1B}\\" : nil
  }

  /// Nil where an unknown sequence would be shown as text.
  package func notify(_ way: DesktopNotification, title: String, body: String) -> String? {
    guard hasStrings, let sequence = way.sequence(title: title, body: body) else { return nil }
    return passed(sequence)
  }

  /// A sequence for the terminal itself: tmux hands it over, where it is allowed to (`allow-passthrough`).
  package func passed(_ sequence: String) -> String {
    guard isInsideTmux else { return sequence }
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  /// OSC 52.
  package func copy(_ text: String) -> String? {
    hasStrings ? "\u{1B}]52;c;\(Base64.encode(text.utf8))\u{1B}\\" : nil
  }
}

/// The mode of the terminal's mouse reports.
package enum MouseMode: Hashable, Sendable {
  case off
  /// Clicks and the wheel are reported.
  case reported
}
