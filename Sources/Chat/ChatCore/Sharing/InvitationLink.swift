package import ChatModel
package import CloudModel
import Foundation

/// The link by which a person joins a chat: `https://SERVER/join/SHORTGUID#Title`, or
/// `zonechat://join/SHORTGUID#Title` for the cloud of one machine.
///
/// The title is there for the eyes; only the identifier and the server count.
package struct InvitationLink: Sendable, Equatable {
  package var shortGUID: String
  package var title: String?
  /// Nil for the cloud of one machine.
  package var server: ServerPlace?
  /// Lets somebody in who has no account on the server.
  package var code: String?
  /// As in `ServerLink`.
  package var others: [String: String]

  package init(
    shortGUID: String, title: String?, server: ServerPlace? = nil, code: String? = nil,
    others: [String: String] = [:]
  ) {
    self.shortGUID = shortGUID
    self.title = title
    self.server = server
    self.code = code
    self.others = others
  }

  /// Reads a link as people paste it: with spaces around it, quoted, or in Apple's own form.
  package init(parsing text: String) throws(ChatError) {
    if let link = try Self.serverLink(text) {
      guard let shortGUID = link.shortGUID else { throw .linkWithoutChat }
      self.init(
        shortGUID: shortGUID, title: link.words, server: link.place, code: link.code,
        others: link.others)
      return
    }
    let link = ServerLink.withoutQuotes(text)
    let prefixes = ["zonechat://join/", "https://www.icloud.com/share/"]
    guard let prefix = prefixes.first(where: { link.lowercased().hasPrefix($0) }) else {
      throw .malformedLink(Self.shortened(text))
    }
    let parts = link.dropFirst(prefix.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let identifier = parts.first, ServerLink.isShortGUID(identifier) else {
      throw .malformedLink(Self.shortened(text))
    }
    var title = parts.count > 1 ? String(parts[1]) : nil
    var others: [String: String] = [:]
    if let fragment = title, let mark = fragment.range(of: Self.keyMark, options: .backwards) {
      let key = String(fragment[mark.upperBound...])
      guard ServerLink.isValue(key) else { throw .malformedLink(Self.shortened(text)) }
      others[Self.keyName] = key
      title = mark.lowerBound == fragment.startIndex ? nil : String(fragment[..<mark.lowerBound])
    }
    self.init(shortGUID: String(identifier), title: title, others: others)
  }

  /// The value of a link to a sealed chat.
  static let keyName = "key"
  private static let keyMark = ",key="

  /// The link of a server that a text is; nil where it does not begin as one.
  private static func serverLink(_ text: String) throws(ChatError) -> ServerLink? {
    do throws(ServerLink.Problem) {
      return try ServerLink(parsing: text)
    } catch {
      switch error {
      case .notALink: return nil
      case .malformed: throw .malformedLink(shortened(text))
      case .plainHTTP(let host): throw .plainHTTPLink(host: host)
      }
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension InvitationLink: CustomStringConvertible {
  package var description: String {
    let words = title.flatMap { ServerLink.words(of: $0) }
    guard let server else {
      let key = others[Self.keyName].map { Self.keyMark + $0 } ?? ""
      let fragment = (words ?? "") + key
      return "zonechat://join/" + shortGUID + (fragment.isEmpty ? "" : "#" + fragment)
    }
    return ServerLink(
      place: server, shortGUID: shortGUID, words: words, code: code, others: others
    ).description
  }
}
