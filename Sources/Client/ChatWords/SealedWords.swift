package import ChatModel

/// What people read of who can read a chat.
package enum SealedWords {
  package static let sealed = "Sealed: only its members can read it."
  package static let plain = "Plain: who runs the cloud can read it too."
  /// The kind in one word, beside other facts.
  package static let mark = "sealed"

  // MARK: - Signs

  /// What the reader of a sealed chat should know, the worst first; nothing of a plain one.
  package static func sentences(about chat: ChatSummary) -> [String] {
    guard chat.isSealed else { return [] }
    return [chat.trouble].compactMap(\.self) + chat.signs.map(sentence)
  }

  /// The part of it that is said without being asked.
  package static func urgent(about chat: ChatSummary) -> String? {
    guard chat.isSealed else { return nil }
    return chat.trouble ?? chat.signs.first(where: \.isUrgent).map(sentence)
  }

  /// What a sign means, and what to do.
  package static func sentence(of sign: SealedSign) -> String {
    switch sign {
    case .falseKeys:
      "Somebody shows others false keys in your name. Do not write here before you have talked to the owner."
    case .forked:
      "The cloud shows members of this chat different lists of who is in it. Nothing is sent. Talk to the owner by "
        + "another way."
    case .strangers(let names):
      "\(people(names)) let in by the cloud, and not by you: they read nothing. Remove them, or invite them."
    case .newKeys(let names):
      "\(people(names, verbs: ("has", "have"))) new keys since you compared. Compare again before you trust what they "
        + "write."
    case .notGenuine(let count):
      "\(records(count, "was", "were")) not genuine and \(count == 1 ? "is" : "are") not shown."
    case .newer(let count):
      "\(records(count, "was", "were")) written by a newer version. Update this one to read \(them(count))."
    case .waiting(let count):
      "\(records(count, "waits", "wait")) for keys. They come from the owner's device; if not, ask the owner to remove "
        + "and invite you again."
    }
  }

  private static func people(
    _ names: [String], verbs: (String, String) = ("is", "are")
  ) -> String {
    "\(PersonWords.list(names, limit: 3)) \(names.count == 1 ? verbs.0 : verbs.1)"
  }

  private static func records(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 record of this chat \(one)" : "\(count) records of this chat \(many)"
  }

  private static func them(_ count: Int) -> String { count == 1 ? "it" : "them" }

  // MARK: - Comparing

  /// Somebody who is in the share alone, where there is little room.
  package static let stranger = "not let in"

  /// What a list says of a member's keys; nil where there is nothing to say.
  package static func note(on keys: MemberKeys) -> String? {
    switch keys {
    case .notLetIn: "\(stranger) by the owner, reads nothing"
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
