import ChatModel
import CloudModel
import Foundation

/// An event of a room as Element exports it.
///
/// Source: the Matrix specification, “Room events” and “Instant messaging”.
struct MatrixEvent: Decodable {
  struct Content: Decodable {
    var kind: String?
    var body: String?
    var info: Info?
    var relation: Relation?

    enum CodingKeys: String, CodingKey {
      case kind = "msgtype"
      case body, info
      case relation = "m.relates_to"
    }
  }

  struct Info: Decodable {
    var type: String?
    var size: Double?

    enum CodingKeys: String, CodingKey {
      case type = "mimetype"
      case size
    }
  }

  struct Relation: Decodable {
    struct Answered: Decodable {
      var id: String

      enum CodingKeys: String, CodingKey { case id = "event_id" }
    }

    var answered: Answered?

    enum CodingKeys: String, CodingKey { case answered = "m.in_reply_to" }
  }

  private struct Kind: Decodable { var type: String }

  var sender: String
  var id: String
  /// Milliseconds since 1970.
  var timestamp: Double
  var content: Content

  enum CodingKeys: String, CodingKey {
    case sender, content
    case id = "event_id"
    case timestamp = "origin_server_ts"
  }

  /// The message of an event; one that was redacted or cannot be decrypted has none.
  static func entry(of element: [UInt8]) -> LogEntry {
    let (data, decoder) = (Data(element), JSONDecoder())
    // What is no event cannot be read, whatever the reason.
    guard let kind = try? decoder.decode(Kind.self, from: data) else { return .unreadable }
    guard ["m.room.message", "m.sticker"].contains(kind.type) else { return .passed }
    guard let event = try? decoder.decode(MatrixEvent.self, from: data) else { return .unreadable }
    return event.logEntry
  }

  private var logEntry: LogEntry {
    // Our choice: up to the year 9999.
    guard (0..<253_402_300_800_000).contains(timestamp) else { return .unreadable }
    guard let body = content.body else { return .passed }
    // With its `@`, the name in the heading would call a member of that name.
    var message = LogMessage(
      timestamp: Date(millisecondsSince1970: Int64(timestamp)),
      sender: String(sender.drop { $0 == "@" }), text: body, id: id,
      replyTo: content.relation?.answered?.id)
    switch content.kind {
    case "m.image", "m.file", "m.video", "m.audio", nil:
      let name = FileName.safe(body)
      let type = content.info?.type ?? ""
      let isType = type.utf8.count <= 127 && type.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      let size = content.info?.size ?? 0
      let isSize = (0...Double(AttachedFile.limitBytes)).contains(size)
      message.file = ArchiveLine.File(
        name: name, type: isType ? type : "", size: isSize ? Int64(size) : 0)
      message.text = ""
    case "m.emote": message.text = "* " + body
    default:
      if message.replyTo != nil { message.text = Self.answer(in: body) }
    }
    return .message(message)
  }

  /// The text of an answer without the quote that older clients put before it.
  private static func answer(in body: String) -> String {
    guard body.hasPrefix("> ") else { return body }
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0.hasPrefix("> ") }.drop { $0.isEmpty }.joined(separator: "\n")
  }
}
