/// The types of terminals that stand in for one that the host does not know.
///
/// A terminal brings its own type to each host to which a person goes, and few hosts have its description. All these
/// terminals understand what xterm, or screen, is sent; this program asks the terminal itself for everything beyond.
package enum TerminalStandIn {
  /// Terminals like xterm, by the first word of their types.
  ///
  /// A type of any other name stays unknown: it may be of a terminal that would print what xterm is sent.
  private static let likeXterm: Set<String> = [
    "alacritty", "contour", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole", "mintty",
    "rio", "rxvt", "st", "vte", "wezterm", "xterm",
  ]
  /// Programs in which other terminals are shown.
  private static let likeScreen: Set<String> = ["screen", "tmux"]

  /// The types to try, the best one first; none for a type that is like neither.
  package static func types(for type: String) -> [String] {
    let family = type.lowercased().split(separator: "-").first.map(String.init) ?? ""
    if likeXterm.contains(family) { return ["xterm-256color", "xterm"] }
    return likeScreen.contains(family) ? ["screen-256color", "screen"] : []
  }

  static func note(about type: String, used: String) -> String {
    "This host does not know ‘\(DisplayText.singleLine(type))’. The terminal is used like \(used)."
  }
}
