/// The terminal modes to turn on beside those that terminfo knows, and how to turn them off again.
///
/// Source: xterm's control sequences; the kitty keyboard protocol. Terminals without a mode ignore
/// it.
package struct TerminalModes {
  private let hasTitle: Bool
  private let hasKittyKeyboard: Bool
  private let isInsideTmux: Bool

  package init(terminalType: String, isInsideTmux: Bool = false) {
    self.isInsideTmux = isInsideTmux
    let modern = [
      "xterm", "screen", "tmux", "rxvt", "foot", "alacritty", "kitty", "st-", "wezterm",
    ]
    hasTitle = modern.contains { terminalType.hasPrefix($0) } || terminalType.contains("ghostty")
    hasKittyKeyboard =
      ["kitty", "foot", "ghostty", "alacritty", "wezterm"].contains { terminalType.contains($0) }
  }

  /// Turns on bracketed paste and focus reports, saves the title, and tells keys such as Shift+Enter apart.
  package var enter: String {
    "\u{1B}[?2004h\u{1B}[?1004h" + (hasTitle ? "\u{1B}[22;2t" : "")
      + (hasKittyKeyboard ? "\u{1B}[>1u" : "")
  }

  /// Undoes `enter` and `mouse`.
  package var leave: String {
    (hasKittyKeyboard ? "\u{1B}[<u" : "") + mouse(.off) + "\u{1B}[?1004l\u{1B}[?2004l"
      + (hasTitle ? "\u{1B}[23;2t" : "")
  }

  package func mouse(_ mode: MouseMode) -> String {
    switch mode {
    case .off: "\u{1B}[?1006l\u{1B}[?1000l"
    case .reported: "\u{1B}[?1000h\u{1B}[?1006h"
    }
  }

  package func title(_ title: String) -> String? {
    hasTitle ? "\u{1B}]2;\(DisplayText.singleLine(title))\u{1B}\\" : nil
  }

  /// Nil where an unknown sequence would be shown as text.
  package func notify(_ way: DesktopNotification, title: String, body: String) -> String? {
    guard hasTitle, let sequence = way.sequence(title: title, body: body) else { return nil }
    guard isInsideTmux else { return sequence }
    // tmux hands this over to its own terminal, where it is allowed to (`allow-passthrough`).
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  /// OSC 52.
  package func copy(_ text: String) -> String? {
    hasTitle ? "\u{1B}]52;c;\(Base64.encode(text.utf8))\u{1B}\\" : nil
  }
}
