package import CloudModel
import Crypto
import Foundation

/// A record type of a sealed chat: what the cloud gets in place of a plain record.
///
/// All but the type, the time of a message and the bytes of its file are in one sealed field.
///
/// Source: docs/chat-format.md, “Sealed chats”.
package enum SealedType: String, Sendable, CaseIterable {
  case session = "SealedSession"
  case message = "SealedMessage"
  case reaction = "SealedReaction"
  case readMark = "SealedRead"
  case pin = "SealedPin"

  /// The field with the sealed content.
  package static let contentKey = "sealed"

  /// The type in whose place it is.
  package var plain: String {
    switch self {
    case .session: SessionRecord.recordType
    case .message: MessageRecord.recordType
    case .reaction: ReactionRecord.recordType
    case .readMark: ReadMarkRecord.recordType
    case .pin: MessagePinRecord.recordType
    }
  }

  package init?(plain recordType: String) {
    guard let type = Self.allCases.first(where: { $0.plain == recordType }) else { return nil }
    self = type
  }
}

/// The records `keys-0`, `keys-1` and so on of a sealed chat: who is in it, and its keys for each of them.
package enum StatementRecord {
  package static let recordType = "ChatKeys"
  package static let key = "statement"
  /// A pattern of SQLite for the names.
  package static let namePattern = "keys-*"
  private static let prefix = "keys-"

  package static func name(_ number: UInt32) -> String { "\(prefix)\(number)" }

  /// The number in a name; nil for a name that is none of a statement.
  package static func number(in name: String) -> UInt32? {
    guard name.hasPrefix(prefix), let number = UInt32(name.dropFirst(prefix.count)),
      self.name(number) == name
    else { return nil }
    return number
  }
}

/// Where an account's card is: in the record that every user has in the public database.
package enum CardRecord {
  package static let recordType = "Users"
  package static let key = "card"
}

/// What somebody puts into a sealed zone for its owner: their card, and a proof that they have had the link.
package enum ChatCardRecord {
  package static let recordType = "ChatCard"
  package static let cardKey = "card"
  package static let proofKey = "proof"
  /// A pattern of SQLite for the names.
  package static let namePattern = "card_*"

  /// `card_` and the SHA-256 of the user record name, which other clouds may make longer than a name can be.
  package static func name(of user: String) -> String {
    "card_" + Array(SHA256.hash(data: Data(user.utf8))).hexadecimal
  }
}

/// The account's keyring: its keys, sealed, in the default zone of its private database.
package enum KeyringRecord {
  package static let recordType = "Keyring"
  /// Under the passphrase, and under the recovery code.
  package static let passphraseKey = "passphrase"
  package static let codeKey = "code"

  package static func id(of user: String) -> RecordID {
    RecordID(
      recordName: "keyring",
      zoneID: RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: user))
  }
}

/// Whose safety number the account has compared: a record for each, sealed, in the zone of the account's settings.
package enum ComparedKeysRecord {
  package static let recordType = "ComparedKeys"
  package static let contentKey = "sealed"
  /// A pattern of SQLite for the names.
  package static let namePattern = "compared_*"

  /// A name that says nothing; `unique` is a name that no other device makes.
  package static func name(unique: String) -> String { "compared_" + unique.lowercased() }
}
