import TerminalUI
import Testing

struct TerminalStandInTests {
  @Test(arguments: [
    "xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "alacritty-direct",
    "wezterm",
    "XTERM-kitty",
  ])
  func `a terminal like xterm is used like xterm`(type: String) {
    #expect(TerminalStandIn.types(for: type) == ["xterm-256color", "xterm"])
  }

  @Test func `a terminal within another one is used like screen`() {
    #expect(TerminalStandIn.types(for: "tmux-256color") == ["screen-256color", "screen"])
  }

  @Test(arguments: ["", "-", "no-such-terminal", "vt52", "xtermish", "../xterm", "dumb", "adm3a"])
  func `a terminal that is like neither has no stand-in`(type: String) {
    #expect(TerminalStandIn.types(for: type).isEmpty)
  }
}
