import Foundation

/// A line of an archive: JSON objects, told apart by their `kind`.
///
/// The first line is the head, the last one the end; between them stand messages and events in the order of the chat.
///
/// Source: docs/json.md, “Archive”.
package enum ArchiveLine {
  /// The version of the format that this program writes, and the newest that it reads.
  package static let version = 1
  /// Our choice: a message of 64 KiB in which every character is escaped, its earlier texts and a thousand reactions
  /// have less.
  package static let limitBytes = 4 * 1024 * 1024

  /// The key of every line that tells a reader its kind.
  struct Kind: Decodable { var kind: String }

  struct Head: Codable {
    var kind = "archive"
    var version = ArchiveLine.version
    /// The chat's title.
    var title: String
    /// The name of the chat's zone, and the user record name of its owner.
    var chat: String
    var owner: String
    var people: [Person]
    /// From which time on messages are in it; nil for all.
    var since: Date?
    var exportedAt: Date
    /// The name of the account that has made the archive.
    var exportedBy: String
    var program: String
    /// Whether all older messages had been fetched.
    var isComplete: Bool
  }

  struct Person: Codable {
    var name: String
    var displayName: String?
    var userRecordName: String?
    var role: String
    var permission: String
    var status: String
  }

  struct Message: Codable {
    var kind = "message"
    /// The name of its record.
    var id: String
    /// The name of the account that has written it, and its user record name.
    var sender: String
    var senderID: String
    var text: String
    var timestamp: Date
    /// The number of its changes, and the time of the last one.
    var revision: Int64?
    var editedAt: Date?
    var changedBy: String?
    var deletedAt: Date?
    var replyTo: String?
    var history: [Version]?
    var reactions: [Reaction]?
    var moreReactions: Int?
    var pinnedAt: Date?
    var pinnedBy: String?
    var attachment: File?
    /// The name of the account that has imported it, and whose claim the rest is.
    var importedBy: String?
    var isSent: Bool
  }

  struct Version: Codable {
    var text: String
    var timestamp: Date
    var changedBy: String?
    /// The file that it had, if the next version has another one or none; without a path.
    var file: File?
  }

  struct Reaction: Codable {
    var emoji: String
    var sender: String
    var senderID: String
    var timestamp: Date
  }

  struct File: Codable {
    var name: String
    var type: String
    /// Bytes.
    var size: Int64
    var sha256: String?
    /// The path of its bytes, from the archive's folder; nil where the archive does not have them.
    var path: String?
  }

  struct Event: Codable {
    var kind = "event"
    /// `joined`, `left`, `removed`, `gone`, `permission`, `renamed` or `missing`.
    var event: String
    var timestamp: Date
    var person: String?
    var by: String?
    var permission: String?
    var name: String?
    /// The number of missing messages.
    var count: Int?
    var text: String
  }

  struct End: Codable {
    var kind = "end"
    /// The number of messages in the archive.
    var messages: Int
  }
}
