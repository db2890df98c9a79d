package import Foundation

/// What a terminal of a fixed size shows over time, as a file that asciinema plays.
///
/// Times never go back. Source: asciicast v2, https://docs.asciinema.org/manual/asciicast/v2/.
package struct TerminalRecording: Sendable {
  /// Our choice: a hundred times a tour.
  package static let mostBytes = 64 << 20

  private struct Header: Encodable {
    var version = 2
    var width: Int
    var height: Int
    var title: String
    /// The type of terminal whose codes the file has; nothing else of the machine.
    var env = ["TERM": "xterm-256color"]
  }

  private struct Line: Encodable {
    var time: Double
    var code: String
    var text: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(time)
      try container.encode(code)
      try container.encode(text)
    }
  }

  private let header: Header
  private var lines: [Line] = []
  private var byteCount = 0
  private var lastMilliseconds: Int64 = 0
  /// The beginning of a character whose end has not come yet.
  private var rest: [UInt8] = []
  /// Whether something was left out because the recording had become too long.
  package private(set) var isCut = false

  package init(title: String, columns: Int, rows: Int) {
    header = Header(width: columns, height: rows, title: title)
  }

  /// Takes what was written to the terminal at a time since the start.
  package mutating func write(_ bytes: [UInt8], at time: Duration) {
    guard byteCount + bytes.count <= Self.mostBytes else {
      isCut = true
      return
    }
    byteCount += bytes.count
    rest += bytes
    let whole = rest.count - Self.unfinished(rest)
    guard whole > 0 else { return }
    add("o", String(decoding: rest[..<whole], as: UTF8.self), at: time)
    rest.removeFirst(whole)
  }

  /// Marks a place to which a player can go, and where it can pause.
  package mutating func mark(_ name: String, at time: Duration) { add("m", name, at: time) }

  private mutating func add(_ code: String, _ text: String, at time: Duration) {
    lastMilliseconds = max(lastMilliseconds, Int64((time / .milliseconds(1)).rounded()))
    lines.append(Line(time: Double(lastMilliseconds) / 1000, code: code, text: text))
  }

  /// The number of bytes at the end that begin a character and do not end it.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return index + 1 < length ? index + 1 : 0
    }
    return 0
  }

  /// The file: its header, and a line for each event.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(header) + Data("\n".utf8)
    for line in lines { data += try encoder.encode(line) + Data("\n".utf8) }
    return data
  }
}
