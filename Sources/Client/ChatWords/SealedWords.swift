package import ChatModel

/// What people read of who can read a chat.
package enum SealedWords {
  package static let sealed = "Sealed: only its members can read it."
  package static let plain = "Plain: who runs the cloud can read it too."
  /// The kind in one word, beside other facts.
  package static let mark = "sealed"

  // MARK: - Comparing

  /// What a list says of a member's keys; nil where there is nothing to say.
  package static func note(on keys: MemberKeys) -> String? {
    switch keys {
    case .notLetIn: "not let in by the owner, reads nothing"
    case .listed(_, .none): nil
    case .listed(_, .compared): "compared"
    case .listed(_, .outdated): "has new keys since you compared"
    }
  }

  /// The groups of a safety number, four in a row.
  package static func rows(of number: String) -> [String] {
    let groups = number.split(separator: " ")
    return stride(from: 0, to: groups.count, by: 4).map {
      groups[$0..<min($0 + 4, groups.count)].joined(separator: "  ")
    }
  }

  /// What to do with the number that both see.
  package static func howToCompare(
    with name: String, _ comparison: MemberKeys.Comparison
  ) -> String {
    let how =
      "Read it to \(name), by phone or in person, not in a chat of the same cloud. Both of you see the same number, or "
      + "somebody is between you."
    return switch comparison {
    case .none: how
    case .compared: how + " You have noted that it is the same."
    case .outdated: "\(name) has other keys than those that you have compared. \(how)"
    }
  }

  /// Why there is no number to compare with a member; nil where there is one.
  package static func noNumber(of member: Member?, isSealed: Bool) -> String? {
    switch member?.keys {
    case .listed: nil
    case .notLetIn: "The owner of the chat has not let them in, so there is no number to compare."
    case nil where !isSealed: "Numbers are compared in sealed chats, and this one is plain."
    case nil where member?.isMe == true:
      "This is yourself. Choose somebody with whom you compare a number."
    case nil: "The keys of this chat are not here yet."
    }
  }

  /// What was done, as sentences.
  package static func compared(_ name: String, _ isCompared: Bool) -> String {
    isCompared
      ? "You have compared the number of \(name). All your devices know it, until \(name) has other keys."
      : "The number of \(name) counts as not compared."
  }
}
