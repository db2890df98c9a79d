package import ChatModel
import TerminalUI

/// A file in words.
package enum FileWords {
  /// Name and size, and where the file is or how far it got.
  package static func line(_ file: Message.Attachment) -> String {
    let replacement = file.isReplacement ? "in place of another file" : nil
    let parts = [DisplayText.singleLine(file.name), size(file.size), replacement, state(file)]
    return "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
  }

  /// A file that a message had earlier: name and size, and the beginning of the digest, by which one knows the bytes.
  package static func line(_ file: AttachedFile) -> String {
    let digest = file.digest.map { "SHA-256 \($0.text.prefix(digestDigits))…" }
    let parts = [DisplayText.singleLine(file.name), size(file.size), digest]
    return "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
  }

  private static let digestDigits = 12

  /// The name in some columns; a long one keeps its end, which says what kind of file it is.
  package static func name(_ file: Message.Attachment, columns: Int) -> String {
    name(file.name, columns: columns)
  }

  /// The same for the name of any file.
  package static func name(_ name: String, columns: Int) -> String {
    let name = DisplayText.singleLine(name)
    guard TextWidth.of(name) > columns else { return name }
    let end = String(name.suffix(endCharacters))
    let room = columns - TextWidth.of(end) - 1
    return room > 0 ? name.prefix(columns: room) + "…" + end : name.truncated(to: columns)
  }

  /// Characters of the end of a long name that stay: those of most extensions, and a few before them.
  private static let endCharacters = 8

  /// Nil where there is nothing to say: the file is here and in the cloud.
  package static func state(_ file: Message.Attachment) -> String? {
    guard let transfer = file.transfer else {
      if !file.isInCloud { return "not uploaded yet" }
      return file.isHere ? nil : "not on this device"
    }
    let verb = transfer.isUpload ? "uploading" : "downloading"
    return switch transfer.state {
    case .queued: "\(verb) soon"
    case .moving(let bytes): "\(verb) \(percent(bytes, of: file.size)) %"
    case .waiting(let reason): "\(verb) waits: \(DisplayText.singleLine(reason))"
    case .failed(let reason): "\(verb) failed: \(DisplayText.singleLine(reason))"
    }
  }

  /// The percentage of the bytes that has been moved, from 0 to 100.
  package static func percent(_ bytes: Int64, of size: Int64) -> Int {
    guard size > 0 else { return 0 }
    return Int(Double(min(size, max(0, bytes))) / Double(size) * 100)
  }

  /// In bytes, or with one digit in a unit of a thousand.
  package static func size(_ bytes: Int64) -> String {
    let units = ["kB", "MB", "GB"]
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var (tenths, unit) = (bytes / 100, 0)
    while tenths >= 10_000, unit < units.count - 1 { (tenths, unit) = (tenths / 1000, unit + 1) }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
