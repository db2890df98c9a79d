import Foundation

/// A short text that everybody can read.
public struct Post: Identifiable, Equatable, Sendable {
  /// The most characters of a text.
  public static let textLimit = 280

  public let id: String
  public var author: String
  public var text: String
  public var postedAt: Date
  /// Where the author was: the post is shown with the time of day there.
  public var timeZone: TimeZone
  public var cheers: Int
  /// Whether the person at this device wrote it.
  public var isMine: Bool
}

/// A post that is not in the cloud yet.
public struct PostDraft: Equatable, Sendable {
  public var author: String
  public var text: String
  public var postedAt: Date
  public var timeZone: TimeZone

  public init(author: String, text: String, postedAt: Date, timeZone: TimeZone) {
    (self.author, self.text) = (author, text)
    (self.postedAt, self.timeZone) = (postedAt, timeZone)
  }
}
