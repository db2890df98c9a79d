package import ChatCore
package import ChatModel
import CloudModel

/// What a chat and its members use, in words for its owner.
package enum StorageWords {
  /// For example `12.0 MB of 50.0 MB`; nil for somebody who has written nothing and has no limit.
  package static func use(of member: Member, in storage: ChatStorage) -> String? {
    guard let user = member.userRecordName else { return nil }
    let bytes = storage.written[user] ?? 0
    let limit = member.role == .owner ? nil : storage.memberBytes
    guard bytes > 0 || limit != nil else { return nil }
    return ByteWords.text(bytes) + (limit.map { " of \(ByteWords.text($0))" } ?? "")
  }

  package static func whole(_ storage: ChatStorage) -> String {
    let chat = "The chat takes \(ByteWords.text(storage.bytes)) of your storage"
    guard let limit = storage.memberBytes else {
      return "\(chat). No limit is set for its members."
    }
    return "\(chat). Each member may use \(ByteWords.text(limit)) of it."
  }

  /// The limit that a person has written: a number of bytes, or nil inside for `none`; nil for anything else.
  package static func limit(_ text: String) -> Limit? {
    if text.lowercased() == "none" { return Limit(bytes: nil) }
    return ByteWords.count(text).flatMap { $0 > 0 ? Limit(bytes: $0) : nil }
  }

  package struct Limit: Equatable, Sendable {
    /// Nil ends the limit.
    package var bytes: Int64?
  }

  package static let wrongLimit = "Write the limit as a size, for example 50MB, or ‘none’."
}
