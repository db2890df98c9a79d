/// The part of the screen that receives keys; within one context, a key has one meaning.
package enum ActionContext: String, Hashable, Sendable, CaseIterable {
  case composing
  /// A message is selected, reached with Up in an empty composer.
  case picking
  /// The chat list has the keys.
  case list
  case dialog

  package var title: String {
    switch self {
    case .composing: "Writing"
    case .picking: "With a picked message"
    case .list: "In the chat list"
    case .dialog: "In a dialog"
    }
  }
}

extension Set<ActionContext> {
  static let everywhere = Set(ActionContext.allCases)
  static let outsideDialogs: Set = [.composing, .picking, .list]
}
