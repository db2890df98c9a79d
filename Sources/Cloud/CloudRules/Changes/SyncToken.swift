import CloudModel
import Foundation

/// The content of a change token: the name of the feed, and the position up to which the bearer has
/// read it.
///
/// Spelled `kind feed sequence check`, in base64; a reverse token has its start after the sequence, and
/// the token of a page that is not the last one may have `@` and the time when it was given. The check
/// only distinguishes a damaged token from an expired one. A token is a bookmark and grants no rights.
struct SyncToken: Equatable {
  enum Kind: String {
    case database = "D"
    case zone = "Z"
    /// Of a zone that is read from its newest change backwards.
    case reverse = "R"
  }

  var kind: Kind
  /// The feed's random name; each incarnation of a zone or partition has another one.
  var feed: String
  /// The last change that the bearer has seen; 0 before the first.
  var sequence: Int64
  /// The newest change when reading backwards began; nil in other tokens.
  var start: Int64?
  /// The time when the token was given, in milliseconds since 1970, if tokens had a lifetime then and more was coming.
  ///
  /// The token at the end of a feed needs none: what changes after it is newer than the token.
  var givenAt: Int64?

  init(
    kind: Kind, feed: String, sequence: Int64, start: Int64? = nil, givenAt: Int64? = nil
  ) {
    self.kind = kind
    self.feed = feed
    self.sequence = sequence
    self.start = start
    self.givenAt = givenAt
  }

  /// Reads a token of a feed of `kind`.
  ///
  /// Source: the two reasons are the live server's; `docs/protocol.md`.
  init(_ token: ServerChangeToken, kind: Kind) throws(CloudError) {
    let text = Self.text(of: token)
    guard text.hasPrefix("\(kind.rawValue) ") else {
      throw CloudError(.invalidArguments, "Unknown sync continuation type")
    }
    let parts = text.split(separator: " ").map(String.init)
    let counts = kind == .reverse ? 5...5 : 4...5
    guard counts.contains(parts.count), let sequence = Int64(parts[2]), sequence >= 0 else {
      throw CloudError(.invalidArguments, "Invalid continuation format")
    }
    self.init(kind: kind, feed: parts[1], sequence: sequence)
    switch (kind, parts.count) {
    case (.reverse, _): start = Int64(parts[3])
    case (.database, 5), (.zone, 5): givenAt = Int64(parts[3].dropFirst())
    case (.database, _), (.zone, _): break
    }
    guard text == self.text else {
      throw CloudError(.invalidArguments, "Invalid continuation format")
    }
  }

  var serverChangeToken: ServerChangeToken {
    ServerChangeToken(rawValue: Data(text.utf8).base64EncodedString())
  }

  /// The text inside a token, even if the end of the token was cut off.
  private static func text(of token: ServerChangeToken) -> String {
    var characters = token.rawValue[...]
    while characters.last == "=" { characters.removeLast() }
    // A single last character holds six bits, which is less than a byte.
    if characters.utf8.count % 4 == 1 { characters.removeLast() }
    let padding = String(repeating: "=", count: (4 - characters.utf8.count % 4) % 4)
    return String(decoding: Data(base64Encoded: characters + padding) ?? Data(), as: UTF8.self)
  }

  private var text: String {
    let body =
      "\(kind.rawValue) \(feed) \(sequence)" + (start.map { " \($0)" } ?? "")
      + (givenAt.map { " @\($0)" } ?? "")
    return "\(body) \(Self.check(body))"
  }

  /// Source: FNV-1a, 32 bits.
  private static func check(_ text: String) -> String {
    let sum = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(sum, radix: 36)
  }
}

extension SyncToken {
  static var expired: CloudError {
    CloudError(.changeTokenExpired, "The feed no longer reaches back to this token.")
  }

  /// The position at which a reader of the feed `feed` begins, by its current name; `head` is the newest change of the
  /// feed.
  ///
  /// Without a token, reading starts at the beginning. An empty token is at the end, where nothing
  /// is left to read.
  ///
  /// Source: `docs/protocol.md`, open points.
  static func position(
    of token: ServerChangeToken?, kind: Kind, feed: FeedName, head: Int64
  ) throws(CloudError) -> SyncToken {
    guard let token else {
      return kind == .reverse
        ? SyncToken(kind: kind, feed: feed.current, sequence: head + 1, start: head)
        : SyncToken(kind: kind, feed: feed.current, sequence: 0)
    }
    guard !token.rawValue.isEmpty else {
      return kind == .reverse
        ? SyncToken(kind: kind, feed: feed.current, sequence: 0, start: head)
        : SyncToken(kind: kind, feed: feed.current, sequence: head)
    }
    var decoded = try SyncToken(token, kind: kind)
    guard feed.accepts(decoded.feed), decoded.start ?? decoded.sequence <= head else {
      throw expired
    }
    decoded.feed = feed.current
    return decoded
  }
}
