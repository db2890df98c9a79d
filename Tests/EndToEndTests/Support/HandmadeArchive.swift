import Foundation

/// An archive that no program has written, line by line.
struct HandmadeArchive {
  static let head = """
    {"kind":"archive","version":1,"title":"Old days","chat":"chat-old","owner":"_dave","people":[],\
    "exportedAt":"2026-01-01T00:00:00.000Z","exportedBy":"dave","program":"by hand","isComplete":true}
    """

  var lines: [String]

  /// Messages `m0`, `m1`, … of somebody else, a second apart.
  init(count: Int) {
    lines =
      [Self.head] + (0..<count).map { Self.message("m\($0)", "message \($0)", second: $0) }
      + [Self.end(count)]
  }

  /// An archive with one message, in which one part is replaced.
  init(replacing part: String, with other: String) {
    self.init(count: 1)
    lines[1] = lines[1].replacing(part, with: other)
  }

  /// The same with more fields.
  init(adding fields: String) {
    self.init(replacing: #""isSent":true"#, with: fields + #","isSent":true"#)
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  static func message(_ id: String, _ text: String, second: Int) -> String {
    let time = String(
      format: "2025-01-01T%02d:%02d:%02d.007Z", second / 3600, second / 60 % 60, second % 60)
    return """
      {"kind":"message","id":"\(id)","sender":"dave","senderID":"_dave","text":"\(text)",\
      "timestamp":"\(time)","isSent":true}
      """
  }

  static func end(_ count: Int) -> String { #"{"kind":"end","messages":\#(count)}"# }
}
