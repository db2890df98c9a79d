import Foundation

/// The keys of a message in an archive, which an import keeps.
struct ArchivedLine: Decodable, Equatable {
  struct Reaction: Decodable, Equatable {
    var emoji: String
    var sender: String
    var senderID: String
    var timestamp: String
  }

  struct File: Decodable, Equatable {
    var name: String
    var type: String
    var size: Int64
    var sha256: String?
  }

  var id: String
  var sender: String
  var senderID: String
  var text: String
  var timestamp: String
  var revision: Int64?
  var editedAt: String?
  var replyTo: String?
  var reactions: [Reaction]?
  var pinnedAt: String?
  var attachment: File?

  /// The messages of an archive, without those that were removed.
  static func messages(in archive: String) throws -> [ArchivedLine] {
    try archive.split(separator: "\n")
      .filter { $0.contains(#""kind":"message""#) && !$0.contains(#""deletedAt""#) }
      .map { try JSONDecoder().decode(ArchivedLine.self, from: Data($0.utf8)) }
  }
}
