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
