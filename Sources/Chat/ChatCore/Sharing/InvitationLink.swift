package import ChatModel
import Foundation

/// The link by which a person joins a chat, `zonechat://join/SHORTGUID#Title`.
///
/// The title is there for the eyes; only the identifier counts.
package struct InvitationLink: Sendable, Equatable {
  package var shortGUID: String
  package var title: String?

  package init(shortGUID: String, title: String?) {
    self.shortGUID = shortGUID
    self.title = title
  }

  /// Reads a link as people paste it: with spaces around it, quoted, or in Apple's own form.
  package init(parsing text: String) throws(ChatError) {
    let link = text.trimmingCharacters(in: .whitespacesAndNewlines.union(["<", ">", "\"", "'"]))
    let prefixes = ["zonechat://join/", "https://www.icloud.com/share/"]
    guard let prefix = prefixes.first(where: { link.lowercased().hasPrefix($0) }) else {
      throw .malformedLink(Self.shortened(text))
    }
    let parts = link.dropFirst(prefix.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let identifier = parts.first, (8...128).contains(identifier.utf8.count),
      identifier.utf8.allSatisfy(Self.isIdentifierByte)
    else { throw .malformedLink(Self.shortened(text)) }
    shortGUID = String(identifier)
    title = parts.count > 1 ? String(parts[1]) : nil
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension InvitationLink: CustomStringConvertible {
  package var description: String {
    let words = (title ?? "").folding(options: .diacriticInsensitive, locale: nil)
      .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let fragment = words.isEmpty ? "" : "#" + words.joined(separator: "-")
    return "zonechat://join/" + shortGUID + fragment
  }
}
