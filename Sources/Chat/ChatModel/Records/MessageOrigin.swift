package import CloudModel
import Foundation

/// The facts about an imported message that an archive had and that the message's record cannot hold.
///
/// The cloud takes whoever saves a record for its creator, so an imported message belongs to the person who imported
/// it. Its text begins with a heading that names the person who wrote it; every client shows that heading. This value
/// is the record's field `imported` and keeps the same facts for programs. It is a claim of the person who imported the
/// message, and holds only as long as the text begins with the heading.
///
/// Source: docs/chat-format.md.
package struct MessageOrigin: Codable, Sendable, Equatable {
  package struct Reaction: Codable, Sendable, Equatable {
    package var emoji: String
    package var sender: String
    package var senderID: String
    /// Milliseconds since 1970.
    package var timestamp: Int64

    package init(emoji: String, sender: String, senderID: String, timestamp: Int64) {
      self.emoji = emoji
      self.sender = sender
      self.senderID = senderID
      self.timestamp = timestamp
    }
  }

  /// A file whose bytes the archive did not have.
  package struct MissingFile: Codable, Sendable, Equatable {
    package var name: String
    package var type: String
    /// Bytes.
    package var size: Int64
    /// SHA-256, in hexadecimal digits.
    package var digest: String?

    package init(name: String, type: String, size: Int64, digest: String?) {
      self.name = name
      self.type = type
      self.size = size
      self.digest = digest
    }
  }

  /// The field of the record `Message`.
  package static let key = "imported"
  /// Our choice: what the field adds to a record, which holds at most 1 MB, stays smaller than a text.
  package static let limitBytes = 48 * 1024
  /// More characters than any heading has: the names of two accounts and of a file, and a few words.
  package static let headingLimit = 1024

  /// The name of the account that had written the message, and its user record name; nil if that is the account that
  /// has imported it.
  package var sender: String?
  package var senderID: String?
  /// The account that had changed it last, where that was not the sender.
  package var changedBy: String?
  /// The reactions of others, who cannot react here.
  package var reactions: [Reaction]?
  package var file: MissingFile?

  package init() {}

  /// The beginning of the text; empty for a message that says everything by itself.
  package var heading: String {
    guard sender != nil || changedBy != nil || file != nil else { return "" }
    let by = changedBy.map { ", changed by \($0)" } ?? ""
    let without = file.map { ", without its file ‘\($0.name)’" } ?? ""
    return "\(sender ?? "I")\(by) (imported\(without))" + Self.headingEnd
  }

  /// The text with its heading.
  package func headed(_ text: String) -> String {
    text.isEmpty ? bareHeading : heading + text
  }

  /// The text of a message in which nothing follows the heading.
  private var bareHeading: String { String(heading.dropLast(Self.headingEnd.count)) }

  private static let headingEnd = ": "

  /// The text without its heading; nil if it does not begin with that, so that its sender has changed it since.
  ///
  /// Compared by bytes: a mark at the beginning of the text would belong to the last character of the heading.
  package func unheaded(_ text: String) -> String? {
    // Earlier versions wrote a colon behind which there was nothing.
    let bare = bareHeading
    if [bare, bare + ":"].contains(where: { text.utf8.elementsEqual($0.utf8) }) { return "" }
    let heading = heading.utf8
    guard text.utf8.starts(with: heading) else { return nil }
    return String(decoding: text.utf8.dropFirst(heading.count), as: UTF8.self)
  }

  /// The value of the field; nil where there is nothing to say.
  package func field() throws -> FieldValue? {
    guard self != MessageOrigin() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .string(String(decoding: try encoder.encode(self), as: UTF8.self))
  }
}

extension MessageRecord {
  /// The origin of an imported message; nil for others, and where its sender has changed what the heading says.
  package var origin: MessageOrigin? { unknownFields.origin(of: text) }
}

extension UnknownFields {
  /// The origin of the message that has these fields and a text; nil if the text does not begin with its heading.
  package func origin(of text: String) -> MessageOrigin? {
    guard let field = values[MessageOrigin.key]?.stringValue,
      field.utf8.count <= MessageOrigin.limitBytes,
      // Anybody may have saved anything in the field.
      let origin = try? JSONDecoder().decode(MessageOrigin.self, from: Data(field.utf8)),
      origin.isPlausible, origin.unheaded(text) != nil
    else { return nil }
    return origin
  }
}

extension MessageOrigin {
  /// Whether the names are account names as this program writes them, and the other values are valid for their fields.
  package var isPlausible: Bool {
    let names = [sender, changedBy].compactMap(\.self) + (reactions ?? []).map(\.sender)
    return names.allSatisfy(PersonName.isShownAccount)
      && (sender == nil) == (senderID == nil)
      && (reactions ?? []).allSatisfy { Emoji.isOne($0.emoji) }
      && (file.map { FileName.safe($0.name) == $0.name && $0.size >= 0 } ?? true)
  }
}
