import ChatModel
import CloudModel
import Foundation

/// Reads the lines of an archive, of which nothing is believed before it is checked.
struct ArchiveReader {
  /// The reason why a line cannot be imported, in words that continue “line 7: ”.
  struct Problem: Error {
    var words: String

    init(_ words: String) { self.words = words }
  }

  enum Content {
    case head(ArchiveLine.Head)
    case message(ArchiveLine.Message)
    case end(ArchiveLine.End)
    /// An event, or a kind of line that a later version adds.
    case other
  }

  /// A time up to which messages may have been written: the cloud believes no later one.
  let latest: Date
  private let decoder: JSONDecoder

  init(now: Date) {
    latest = now.addingTimeInterval(60)
    decoder = JSONDecoder()
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = try? style.parse(text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no time"))
      }
      return Date(millisecondsSince1970: date.millisecondsSince1970)
    }
  }

  func content(of line: ArchiveFile.Line) throws(Problem) -> Content {
    guard let bytes = line.bytes else {
      throw Problem("it is longer than \(ArchiveLine.limitBytes / 1_048_576) MiB")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Problem("it is not UTF-8 text")
    }
    let data = Data(bytes)
    switch try decoded(ArchiveLine.Kind.self, data).kind {
    case "archive": return .head(try decoded(ArchiveLine.Head.self, data))
    case "message":
      let message = try decoded(ArchiveLine.Message.self, data)
      try check(message)
      return .message(message)
    case "end": return .end(try decoded(ArchiveLine.End.self, data))
    default: return .other
    }
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, _ data: Data
  ) throws(Problem) -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch DecodingError.keyNotFound(let key, _) {
      throw Problem("it has no field ‘\(key.stringValue)’")
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context)
    {
      throw Problem("\(Self.place(context)) has another type than it should")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw Problem("\(Self.place(context)) cannot be read")
    } catch {
      throw Problem("it is not a whole line of JSON")
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { String($0 + 1) } ?? $0.stringValue }
    return path.isEmpty ? "it" : "the field ‘\(path.joined(separator: "."))’"
  }

  // MARK: - Messages

  private func check(_ message: ArchiveLine.Message) throws(Problem) {
    try require(Self.isRecordName(message.id), "its id cannot be the name of a message")
    try require(
      PersonName.isShownAccount(message.sender), "its sender is not the name of an account")
    try require(Self.isName(message.senderID), "its senderID is not the name of a user")
    let changer = message.changedBy ?? message.sender
    try require(PersonName.isShownAccount(changer), "its changedBy is not the name of an account")
    let bytes = message.text.utf8.count
    try require(
      bytes <= Message.textLimitBytes,
      "its text has \(bytes) bytes; at most \(Message.textLimitBytes) fit")
    try require(
      !message.text.utf8.contains(0), "its text has a zero byte, which no message can have")
    let revision = message.revision ?? 0
    try require(
      (0...MessageRecord.revisionLimit).contains(revision), "its revision is out of range")
    let times = [
      message.timestamp, message.editedAt, message.deletedAt, message.pinnedAt,
    ].compactMap(\.self)
    try require(times.allSatisfy { $0 <= latest }, "one of its times is in the future")
    try require(
      message.replyTo.map(Self.isName) ?? true, "its replyTo cannot be the id of a message")
    let reactions = message.reactions ?? []
    try require(
      reactions.count <= ArchivedMessage.reactionLimit,
      "it has more than \(ArchivedMessage.reactionLimit) reactions")
    for reaction in reactions {
      let isOne =
        Emoji.isOne(reaction.emoji) && PersonName.isShownAccount(reaction.sender)
        && Self.isName(reaction.senderID) && reaction.timestamp <= latest
      try require(isOne, "one of its reactions is not one emoji of an account")
    }
    if let file = message.attachment { try check(file) }
  }

  private func check(_ file: ArchiveLine.File) throws(Problem) {
    try require(
      FileName.safe(file.name) == file.name,
      "its file cannot be called that; ‘\(FileName.safe(file.name))’ would do")
    let isType =
      file.type.utf8.count <= 127 && file.type.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    try require(isType, "the type of its file is not a media type")
    try require(
      (0...AttachedFile.limitBytes).contains(file.size),
      "its file has \(file.size) bytes; at most \(AttachedFile.limitBytes) fit")
    try require(
      file.sha256.map { AssetDigest($0) != nil } ?? true, "its sha256 is not a checksum")
    try require(file.path == nil || file.sha256 != nil, "its file has a path and no sha256")
  }

  private func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(Problem) {
    guard condition else { throw Problem(words()) }
  }

  /// Whether the cloud accepts the text as the name of a record or a user.
  private static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Whether a message, its pin and its reactions may have the name, which no other record of a chat has.
  private static func isRecordName(_ text: String) -> Bool {
    isName(text) && !text.hasPrefix("_")
      && !["cloudkit.", "session", "reaction_", "read_", "pin_"].contains { text.hasPrefix($0) }
  }
}
