import CloudModel
import Foundation

/// What a change token says inside: which feed, which life of it, and how far.
///
/// Spelled `kind incarnation sequence check`, in base64. The check only tells damage from age; a
/// token is a bookmark, not a right.
struct SyncToken: Equatable {
  enum Kind: String {
    case database = "D"
    case zone = "Z"
  }

  var kind: Kind
  /// The feed's random name, new with every creation of the feed.
  var incarnation: String
  /// The last change that the bearer has seen; 0 before the first.
  var sequence: Int64

  init(kind: Kind, incarnation: String, sequence: Int64) {
    self.kind = kind
    self.incarnation = incarnation
    self.sequence = sequence
  }

  /// Reads a token of a feed of `kind`.
  ///
  /// Source: the two reasons are the live server's; `docs/protocol.md`.
  init(_ token: ServerChangeToken, kind: Kind) throws(CloudError) {
    guard
      let text = Data(base64Encoded: token.rawValue).map({ String(decoding: $0, as: UTF8.self) }),
      text.hasPrefix("\(kind.rawValue) ")
    else { throw CloudError(.invalidArguments, "Unknown sync continuation type") }
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 4, let sequence = Int64(parts[2]), sequence >= 0 else {
      throw CloudError(.invalidArguments, "Invalid continuation format")
    }
    self.init(kind: kind, incarnation: parts[1], sequence: sequence)
    guard text == self.text else {
      throw CloudError(.invalidArguments, "Invalid continuation format")
    }
  }

  var serverChangeToken: ServerChangeToken {
    ServerChangeToken(rawValue: Data(text.utf8).base64EncodedString())
  }

  private var text: String {
    let body = "\(kind.rawValue) \(incarnation) \(sequence)"
    return "\(body) \(Self.check(body))"
  }

  /// Source: FNV-1a, 32 bits.
  private static func check(_ text: String) -> String {
    let sum = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(sum, radix: 36)
  }
}

extension SyncToken {
  /// Where reading begins in the feed `incarnation`, whose newest change is `head`.
  ///
  /// No token begins at the beginning; an empty one is caught up already.
  ///
  /// Source: `docs/protocol.md`, open points.
  static func position(
    of token: ServerChangeToken?, kind: Kind, incarnation: String, head: Int64
  ) throws(CloudError) -> Int64 {
    guard let token else { return 0 }
    guard !token.rawValue.isEmpty else { return head }
    let decoded = try SyncToken(token, kind: kind)
    guard decoded.incarnation == incarnation, decoded.sequence <= head else {
      throw CloudError(.changeTokenExpired, "The feed no longer reaches back to this token.")
    }
    return decoded.sequence
  }
}
