/// One thing that a person tells ZoneChat to do: the word for it, what it needs, and what it does.
package struct ChatVerb: Equatable, Sendable {
  /// The kind of thing that the argument of a verb names.
  package enum ArgumentKind: Equatable, Sendable {
    case chat
    /// Accounts, one or several.
    case accounts
    /// The account of somebody whom one has met.
    case person
    case file
    case folder
  }

  /// The word that a person types, without a slash.
  package let name: String
  /// The effect, as an order.
  package let order: String
  /// The effect of the same verb on what it was done to already; nil where that makes no difference.
  package let reversal: String?
  /// The argument as help shows it, for example `[open|closed]`; empty if there is none.
  package var argument: String
  /// The kind of thing that the argument names, if completion knows it.
  package let kind: ArgumentKind?

  package init(
    _ name: String, _ order: String, or reversal: String? = nil, argument: String = "",
    of kind: ArgumentKind? = nil
  ) {
    self.name = name
    self.order = order
    self.reversal = reversal
    self.argument = argument
    self.kind = kind
  }

  /// `new TITLE`.
  package var usage: String { argument.isEmpty ? name : "\(name) \(argument)" }

  /// The whole effect, as an order.
  package var title: String { reversal.map { "\(order), or \($0)" } ?? order }

  /// The words between which the argument chooses; none if it is no choice.
  package var choices: [String] {
    let inner = argument.drop { $0 == "[" }.prefix { $0 != "]" }
    return inner.contains("|") ? inner.split(separator: "|").map(String.init) : []
  }
}
