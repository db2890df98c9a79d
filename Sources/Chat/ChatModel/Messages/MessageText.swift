/// The rules for what somebody sends.
package enum MessageText {
  /// `text` without line breaks around it, with plain newlines within, and without zero bytes.
  ///
  /// Throws `.emptyText` and `.textTooLong`.
  package static func validated(_ text: String) throws(ChatError) -> String {
    let bytes = text.utf8.count
    guard bytes <= Message.textLimitBytes else { throw .textTooLong(bytes: bytes) }
    let plain = trimmed(cleaned(text))
    let isEmpty = plain.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
        || scalar.properties.generalCategory == .control
    }
    guard !isEmpty else { throw .emptyText }
    return plain
  }

  /// The end of a text that was cut.
  private static let cutMark = "\n[The rest is left out: a message has at most 64 KiB.]"

  /// A text that came from elsewhere, cut to the limit of a message, with a mark where something was left out; not
  /// sanitised.
  package static func bounded(_ text: String) -> String {
    guard text.utf8.count > Message.textLimitBytes else { return text }
    var room = Message.textLimitBytes - cutMark.utf8.count
    // Not between the bytes of a character.
    let utf8 = text.utf8
    while room > 0, utf8[utf8.index(utf8.startIndex, offsetBy: room)] & 0xC0 == 0x80 { room -= 1 }
    return String(decoding: utf8.prefix(room), as: UTF8.self) + cutMark
  }

  /// Whether `bounded` has shortened a text: the cloud has more of it.
  package static func isCut(_ text: String) -> Bool {
    text.utf8.count > Message.textLimitBytes - 4
      && text.utf8.suffix(cutMark.utf8.count).elementsEqual(cutMark.utf8)
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !Character($0).isNewline }),
      let last = scalars.lastIndex(where: { !Character($0).isNewline })
    else { return "" }
    return String(scalars[first...last])
  }

  /// `text` with plain newlines, and without zero bytes, at which SQLite would end the text.
  private static func cleaned(_ text: String) -> String {
    let carriageReturn = UInt8(ascii: "\r")
    let newline = UInt8(ascii: "\n")
    guard text.utf8.contains(where: { $0 == carriageReturn || $0 == 0 }) else { return text }
    var bytes: [UInt8] = []
    var previous: UInt8?
    for byte in text.utf8 {
      defer { previous = byte }
      if byte == 0 || (byte == newline && previous == carriageReturn) { continue }
      bytes.append(byte == carriageReturn ? newline : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
