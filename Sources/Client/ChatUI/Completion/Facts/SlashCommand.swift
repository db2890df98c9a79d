/// A slash command, as far as completion knows it.
package struct SlashCommand: Equatable, Sendable {
  /// The kind of thing that the argument of a command names.
  package enum ArgumentKind: Equatable, Sendable {
    case chat
    /// Accounts, one or several.
    case accounts
    case file
    case folder
  }

  /// Without the slash.
  package var name: String
  /// The argument as help shows it, for example `[open|closed]`; empty if there is none.
  package var argument: String
  /// The effect, as an order.
  package var title: String
  package var kind: ArgumentKind?

  package init(_ name: String, argument: String = "", title: String, kind: ArgumentKind? = nil) {
    self.name = name
    self.argument = argument
    self.title = title
    self.kind = kind
  }

  /// The words between which the argument chooses; none if it is no choice.
  var choices: [String] {
    let inner = argument.drop { $0 == "[" }.prefix { $0 != "]" }
    return inner.contains("|") ? inner.split(separator: "|").map(String.init) : []
  }
}
