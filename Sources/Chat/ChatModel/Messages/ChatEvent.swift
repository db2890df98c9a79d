package import CloudModel
package import Foundation

/// An event in a chat besides its messages, as far as the changes of its records have shown.
package struct ChatEvent: Sendable, Equatable, Identifiable {
  /// The kind of the event; `Kind.word` is its name for programs.
  package enum Kind: Sendable, Equatable {
    case joined
    case left
    case removed
    /// Somebody is not in the chat any more; the cloud does not say whether they left or were removed.
    case gone
    /// Somebody has turned the invitation down.
    case declined
    /// The owner has changed somebody's right.
    case permission(Participant.Permission)
    /// The chat has another title, or none if it is empty; not sanitised.
    case renamed(String)
    /// So many messages of one sender are not in the cloud any more, although nobody has taken them back.
    ///
    /// Somebody has deleted their records, or the cloud has lost them; it does not say who or why.
    case missing(Int)
  }

  /// Somebody in a chat, or who was in it.
  package struct Person: Sendable, Equatable {
    /// The name of the account.
    package var name: String
    package var isMe: Bool

    package init(name: String, isMe: Bool) {
      self.name = name
      self.isMe = isMe
    }
  }

  /// Grows in the order in which this device learnt of events; meaningless elsewhere.
  package var id: Int64
  /// By the clock of the cloud; for a name by the clock of the device that gave it; for missing messages, when this
  /// device has learnt of it.
  package var time: Date
  package var kind: Kind
  /// The person whom the event concerns, for messages their sender; nil for a name.
  package var person: Person?
  /// The person who caused the event, if that is known and is not `person`.
  package var actor: Person?

  package init(id: Int64, time: Date, kind: Kind, person: Person? = nil, actor: Person? = nil) {
    self.id = id
    self.time = time
    self.kind = kind
    self.person = person
    self.actor = actor
  }

  /// The events that are kept for a chat; of more, those that came first are deleted.
  ///
  /// Our choice: everybody of a full share may join, and leave again, twice.
  package static let limit = 400
}

extension ChatEvent.Kind {
  /// `joined`, `left`, `removed`, `gone`, `declined`, `permission`, `renamed` or `missing`.
  package var word: String {
    switch self {
    case .joined: "joined"
    case .left: "left"
    case .removed: "removed"
    case .gone: "gone"
    case .declined: "declined"
    case .permission: "permission"
    case .renamed: "renamed"
    case .missing: "missing"
    }
  }

  /// The value that belongs to the word: a right, a name or a number; empty for the others.
  package var detail: String {
    switch self {
    case .joined, .left, .removed, .gone, .declined: ""
    case .permission(let permission): permission.rawValue
    case .renamed(let name): name
    case .missing(let count): "\(count)"
    }
  }

  /// Nil for words that this version does not know.
  package init?(word: String, detail: String) {
    switch word {
    case "joined": self = .joined
    case "left": self = .left
    case "removed": self = .removed
    case "gone": self = .gone
    case "declined": self = .declined
    case "permission":
      guard let permission = Participant.Permission(rawValue: detail) else { return nil }
      self = .permission(permission)
    case "renamed": self = .renamed(detail)
    case "missing":
      guard let count = Int(detail) else { return nil }
      self = .missing(count)
    default: return nil
    }
  }
}

extension ChatEvent {
  /// The event as a sentence without a full stop; the name of a chat in it is not sanitised.
  package var sentence: String {
    let who = person.map { $0.isMe ? "You" : $0.name } ?? ""
    let whom = person.map { $0.isMe ? "you" : $0.name } ?? ""
    let by = actor.map { $0.isMe ? "You" : $0.name }
    return switch kind {
    case .joined: "\(who) joined"
    case .left: "\(who) left"
    case .removed: by.map { "\($0) removed \(whom)" } ?? "\(who) \(was) removed"
    case .gone: "\(who) \(person?.isMe == true ? "are" : "is") not in the chat any more"
    case .declined: "\(who) declined the invitation"
    case .permission(.readWrite): by.map { "\($0) let \(whom) write" } ?? "\(who) may write now"
    case .permission:
      by.map { "\($0) let \(whom) only read" } ?? "\(who) may only read now"
    case .renamed(""):
      by.map { "\($0) took away the chat's title" } ?? "The chat has no title any more"
    case .renamed(let name):
      by.map { "\($0) named the chat ‘\(name)’" } ?? "The chat is called ‘\(name)’ now"
    case .missing(let count):
      "\(count == 1 ? "1 message" : "\(count) messages") of \(person?.isMe == true ? "yours" : whom) "
        + "\(count == 1 ? "is" : "are") not in the cloud any more"
    }
  }

  private var was: String { person?.isMe == true ? "were" : "was" }
}
