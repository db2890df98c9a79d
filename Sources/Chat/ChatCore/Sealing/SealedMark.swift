import ChatModel
import ChatSecrets
import CloudModel
import Foundation

/// What a mark is about, from which both of its names follow: the one in the replica, which says it, and the one in the
/// cloud, which says nothing.
struct SealedMark {
  private enum Subject {
    case reaction(user: String, emoji: String)
    case readMark(user: String)
    case pin
  }

  private let message: String
  private let subject: Subject

  init?(_ record: CloudRecord) {
    guard case .reference(let reference) = record[MarkKey.message] else { return nil }
    self.init(of: reference.recordName, record.recordType, fields: record.fields)
  }

  init(_ mark: some MarkRecord) {
    message = mark.messageName
    subject = Self.subject(of: type(of: mark).recordType, mark.fixedFields) ?? .pin
  }

  private init?(of message: String, _ recordType: String, fields: [String: FieldValue]) {
    guard let subject = Self.subject(of: recordType, fields) else { return nil }
    (self.message, self.subject) = (message, subject)
  }

  /// The read mark that has this name in the replica of its user.
  init?(readMark name: String, of user: String) {
    guard name.hasPrefix(ReadMarkRecord.namePrefix), let end = name.ranges(of: "_" + user).last,
      end.lowerBound > ReadMarkRecord.namePrefix.endIndex
    else { return nil }
    message = String(name[ReadMarkRecord.namePrefix.endIndex..<end.lowerBound])
    subject = .readMark(user: user)
  }

  private static func subject(of recordType: String, _ fields: [String: FieldValue]) -> Subject? {
    let user = fields[MarkKey.userID]?.stringValue
    switch SealedType(plain: recordType) {
    case .reaction:
      guard let user, let emoji = fields[ReactionRecord.emojiKey]?.stringValue else { return nil }
      return .reaction(user: user, emoji: emoji)
    case .readMark: return user.map { .readMark(user: $0) }
    case .pin: return .pin
    case .session, .message, nil: return nil
    }
  }

  /// The first of its names in the replica.
  var firstName: String {
    switch subject {
    case .reaction(let user, let emoji):
      ReactionRecord(
        messageName: message, userID: user, emoji: emoji, changedAt: .distantPast, isRemoved: false
      ).firstName
    case .readMark(let user):
      ReadMarkRecord(messageName: message, userID: user, readAt: .distantPast).firstName
    case .pin:
      MessagePinRecord(
        messageName: message, changedAt: .distantPast, isRemoved: false, changedBy: nil
      ).firstName
    }
  }

  /// The first of its names in the cloud; nil as long as the chat has no key of names.
  func hiddenName(in chat: SealedChat) -> String? {
    let (kind, digest): (MarkKind, _) =
      switch subject {
      case .reaction(let user, let emoji):
        (.reaction, chat.reactionName(message: message, user: user, emoji: emoji))
      case .readMark(let user): (.readMark, chat.readName(message: message, user: user))
      case .pin: (.pin, chat.pinName(message: message))
      }
    return digest.map { kind.hiddenPrefix + $0.hexadecimal }
  }

  /// The name in the cloud of the record that has this name in the replica; the end of a next name stays.
  func hiddenName(of name: String, in chat: SealedChat) -> String? {
    guard name.hasPrefix(firstName) else { return nil }
    return hiddenName(in: chat).map { $0 + name.dropFirst(firstName.count) }
  }

  /// The name in the replica of the record that has this name in the cloud; nil where the cloud has it under a name
  /// that is not its own.
  func name(ofHidden hidden: String, in chat: SealedChat) -> String? {
    guard let first = hiddenName(in: chat), hidden.hasPrefix(first) else { return nil }
    return firstName + hidden.dropFirst(first.count)
  }
}

extension MarkKind {
  /// How the names of its records begin in the cloud of a sealed chat.
  fileprivate var hiddenPrefix: String {
    switch self {
    case .reaction: "reaction_"
    case .readMark: "read_"
    case .pin: "pin_"
    }
  }

  /// The kind of mark that has such a name in the cloud.
  init?(hiddenName: String) {
    guard let kind = Self.allCases.first(where: { hiddenName.hasPrefix($0.hiddenPrefix) }) else {
      return nil
    }
    self = kind
  }
}
