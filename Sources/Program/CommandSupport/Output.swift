import ChatModel
import CloudClient
package import Foundation
import Synchronization
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

/// Data goes to standard output, words about it to standard error.
package enum Output {
  private static let quiet = Mutex(false)

  /// Whether notes are left out.
  static var isQuiet: Bool { quiet.withLock { $0 } }

  /// Leaves out all notes from now on; the sentence with which a command fails stays.
  static func silenceNotes() { quiet.withLock { $0 = true } }

  /// The width of the terminal that standard output is; nil if it is none.
  package static var columns: Int? { size?.columns }

  /// The size of the terminal that standard output is; nil if it is none.
  package static var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether standard output is a terminal whose person has not turned colours off.
  package static var isColored: Bool {
    let environment = Live.environment
    return size != nil && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Prints a line of data.
  ///
  /// Throws where it cannot be written: who saves the output of a command must learn that it is not whole.
  package static func line(_ text: String) throws(Failure) {
    try write(text + "\n")
  }

  /// Prints data that has its line ends already, like `line`.
  package static func write(_ text: String) throws(Failure) { try write(Data(text.utf8)) }

  /// Prints bytes, like a text.
  package static func write(_ data: Data) throws(Failure) {
    ProgressLine.clear()
    let error = write(data, to: STDOUT_FILENO)
    guard error != 0 else { return }
    // A reader that has gone (`| head`) wants no more, and no words about it.
    throw error == EPIPE
      ? Failure("", code: .readerGone)
      : Failure(
        "The output cannot be written (\(String(cString: strerror(error)))). It is not complete.")
  }

  /// Prints to standard error; the text is made harmless, because it may contain reasons from others.
  package static func note(_ text: String) {
    if isQuiet { return }
    problem(text)
  }

  /// Prints like `note`, also where notes are silenced.
  package static func problem(_ text: String) {
    ProgressLine.clear()
    // Where nobody reads standard error, there is nobody to tell.
    _ = write(harmless(addressed(text)) + "\n", to: STDERR_FILENO)
  }

  /// Words about what was done, whose commands are for the profile of this process.
  package static func addressed(_ words: String) -> String {
    NamedCommands.text(words, with: profileOptions)
  }

  private static let profileOptions = ProfileName.words(
    for: ProfileName.named(in: CommandLine.arguments))

  /// Prints rows of a drawing of our own, with its colours, to standard error; like a note, it can be silenced.
  package static func drawing(_ rows: [String]) {
    if isQuiet { return }
    ProgressLine.clear()
    // Where nobody reads standard error, there is nobody to show it to.
    _ = write(rows.map { $0 + "\n" }.joined(), to: STDERR_FILENO)
  }

  /// Prints one JSON value on one line; keys in order, times with milliseconds in UTC.
  package static func json(_ value: some Encodable) throws { try line(try jsonText(value)) }

  /// A value as one line of JSON, without its end, as `json` prints it.
  package static func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      // The format cuts off what is less than a millisecond, and most times are a little less than they mean.
      try container.encode(
        date.addingTimeInterval(0.0005)
          .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
    return harmlessJSON(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// JSON in which all characters that a terminal would obey, or that cannot be seen, are escaped.
  ///
  /// They occur in strings only, where the escapes mean the same.
  static func harmlessJSON(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: needsEscape) else { return json }
    var escaped = ""
    for scalar in json.unicodeScalars {
      guard needsEscape(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return escaped
  }

  /// Controls from U+007F on (the encoder escapes the others), directions, tags, marks and separators.
  ///
  /// Joiners are not escaped, because they hold emoji together.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar.value >= 0x7F
    case .format: scalar != "\u{200D}"
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// A text of other people, made harmless for a terminal, with the lines after the first indented.
  package static func harmless(_ text: String, indent: String = "") -> String {
    DisplayText.multiLine(text).split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n" + indent)
  }

  /// Writes everything; returns 0, or the system's error number.
  package static func write(_ text: String, to descriptor: Int32) -> Int32 {
    write(Data(text.utf8), to: descriptor)
  }

  /// Writes all bytes, like a text.
  static func write(_ data: Data, to descriptor: Int32) -> Int32 {
    var bytes = data[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Somebody shares the descriptor and has made it not wait; a full pipe is not an error.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&place, 1, -1)
        continue
      }
      guard count > 0 else { return count == 0 ? EIO : errno }
      bytes = bytes.dropFirst(count)
    }
    return 0
  }
}
