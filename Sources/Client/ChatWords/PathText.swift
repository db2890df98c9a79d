import ChatModel
package import Foundation
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

/// A path as a person writes it behind a command.
///
/// Blanks need no quotes, because the path is the rest of the line. A terminal into which a file is dragged inserts a
/// path with quotes, or with backslashes before blanks; both are read as a shell reads them. An address that begins
/// with `file:` is a path too.
package enum PathText {
  /// The path as it has to be written.
  ///
  /// A path with characters that cannot be typed or seen is written as `$'a\x1bb'`.
  package static func written(_ path: String) -> String {
    if DisplayText.singleLine(path) == path, path.trimmedBlanks == path, read(path) == path {
      return path
    }
    let bytes = path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"): "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "$'" + bytes.joined() + "'"
  }

  /// The file that a person means: the one of this very name, or else that of the address or of the path as a shell
  /// would take it.
  package static func file(_ text: String) -> URL {
    let plain = inHome(text)
    if FileManager.default.fileExists(atPath: plain) { return URL(fileURLWithPath: plain) }
    let path = read(text)
    return URL(fileURLWithPath: FileAddress.path(of: path) ?? inHome(path))
  }

  /// A path and the text behind it, with ` -- ` between them: `photo.png -- Our new office`.
  ///
  /// The name of a file that exists may have the same characters.
  package static func captioned(_ text: String) -> (path: String, caption: String) {
    guard let mark = text.firstRange(of: " -- "),
      !FileManager.default.fileExists(atPath: file(text).path)
    else { return (text, "") }
    return (
      String(text[..<mark.lowerBound]).trimmedBlanks, String(text[mark.upperBound...]).trimmedBlanks
    )
  }

  /// The file that a terminal has inserted as the only thing in a text, because it was dropped there; nil for any other
  /// text, and for a path without a file.
  package static func droppedFile(_ text: String) -> URL? {
    let text = text.trimmedBlanks
    let beginnings = ["/", "~/", "file:", "'/", "\"/", "$'/", "'file:", "\"file:"]
    guard beginnings.contains(where: text.hasPrefix), text.utf8.count <= Int(PATH_MAX) * 4,
      !text.contains(where: \.isNewline)
    else {
      return nil
    }
    let file = file(text)
    var status = stat()
    guard stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return file
  }

  /// A path with the person's home in the place of `~`: `$HOME`, as in a shell, or else the home of the account.
  package static func inHome(_ path: String, home: String? = home) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else {
      return (path as NSString).expandingTildeInPath
    }
    return home + path.dropFirst()
  }

  /// `$HOME`, unless it is missing or empty.
  package static var home: String? {
    getenv("HOME").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The path that a text means.
  package static func read(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'") where bytes.isEmpty && rest.last == byte:
        bytes += rest.dropLast()
        rest = []
      case UInt8(ascii: "\"") where bytes.isEmpty && rest.last == byte:
        bytes += rest.dropLast()
        rest = []
      case UInt8(ascii: "$") where bytes.isEmpty && rest.first == UInt8(ascii: "'"):
        rest.removeFirst()
        bytes += escaped(&rest)
      case UInt8(ascii: "\\"):
        bytes.append(rest.popFirst() ?? byte)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads up to the quote that ends the part.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      if next == UInt8(ascii: "x"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(next)
      }
    }
    return bytes
  }
}
