package import TerminalUI

/// Keys of another program's users, for all actions that differ from the actions' own keys.
package enum KeyPreset: String, CaseIterable, Sendable {
  /// Changes nothing: an action's own keys stand with the action, in `ChatUI/Actions/Action+….swift`.
  case standard = "default"
  case vim
  case emacs
  case weechat

  /// By the name of the action.
  package var keys: [String: [KeyBinding]] {
    switch self {
    case .standard: [:]
    case .vim: Self.vimKeys
    case .emacs: Self.emacsKeys
    case .weechat: Self.weechatKeys
    }
  }

  /// Lists and picked messages by h, j, k, l; the composer is always in insert mode.
  private static let vimKeys: [String: [KeyBinding]] = [
    "next-chat": [.alt("j"), .key(.down, .alt), .control("n")],
    "previous-chat": [.alt("k"), .key(.up, .alt), .control("p")],
    "go-to-chat": [.control("g"), .control("k").whenEmpty()],
    "page-up": [.control("b"), .key(.pageUp)],
    "page-down": [.control("f"), .key(.pageDown)],
    "find": [.key(.function(3))],
    "list-up": [.typed("k"), .key(.up)],
    "list-down": [.typed("j"), .key(.down)],
    "list-first": [.typed("g"), .key(.home)],
    "list-last": [.typed("G"), .key(.end)],
    "list-open": [.typed("l"), .key(.enter)],
    "dialog-up": [.key(.up), .control("k"), .control("p")],
    "dialog-down": [.key(.down), .control("j"), .control("n")],
  ]

  /// Ctrl+N, P, B and F move the cursor, Ctrl+N and P walk in lists, Ctrl+V and Alt+V turn pages.
  private static let emacsKeys: [String: [KeyBinding]] = [
    "page-up": [.alt("v"), .key(.pageUp)],
    "page-down": [.control("v"), .key(.pageDown)],
    "next-chat": [.key(.down, .alt)],
    "previous-chat": [.key(.up, .alt)],
    "pick-older": [.key(.up), .control("p"), .typed("k"), .key(.up, .shift)],
    "pick-newer": [.key(.down), .control("n"), .typed("j"), .key(.down, .shift)],
    "list-up": [.key(.up), .control("p")],
    "list-down": [.key(.down), .control("n")],
    "find": [.key(.function(3))],
    "left": [.control("b"), .key(.left)],
    "right": [.control("f"), .key(.right)],
    "up": [.control("p"), .key(.up)],
    "down": [.control("n"), .key(.down)],
    "go-to-chat": [.alt("g"), .control("k").whenEmpty()],
    "step-back": [.key(.escape), .control("g")],
    "clear-text": [.control("c")],
  ]

  /// F5 and F6 walk through the chats.
  private static let weechatKeys: [String: [KeyBinding]] = [
    "next-chat": [.key(.function(6)), .control("n"), .key(.down, .alt), .key(.right, .alt)],
    "previous-chat": [.key(.function(5)), .control("p"), .key(.up, .alt), .key(.left, .alt)],
    "go-to-chat": [.alt("g"), .control("g"), .control("k").whenEmpty()],
    "next-unread": [.alt("a")],
    "word-left": [.alt("b"), .key(.left, .control)],
    "word-right": [.alt("f"), .key(.right, .control)],
    "show-list": [.key(.function(7)), .alt("B")],
    "members": [.key(.function(8)), .alt("N")],
    "mentions": [],
    "invite": [],
    "join": [],
  ]
}
