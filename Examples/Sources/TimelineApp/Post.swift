import CloudKit

/// A short text that everybody can read.
public struct Post: Identifiable, Hashable, Sendable {
  /// The most characters of a text.
  public static let textLimit = 280

  public let id: String
  /// The name that the author goes by; others may have the same.
  public var author: String
  /// The user who wrote it: the cloud says so, and nobody can write as somebody else.
  public var authorID: String
  public var text: String
  public var postedAt: Date
  /// Where the author was: the post is shown with the time of day there.
  public var timeZone: TimeZone
  public var cheers: Int

  /// Whether the person at this device wrote it.
  public var isMine: Bool { authorID == CKCurrentUserDefaultName }
}

/// A post that is not in the cloud yet.
public struct PostDraft: Hashable, Sendable {
  public var author: String
  public var text: String
  public var postedAt: Date
  public var timeZone: TimeZone

  public init(author: String, text: String, postedAt: Date, timeZone: TimeZone) {
    (self.author, self.text) = (author, text)
    (self.postedAt, self.timeZone) = (postedAt, timeZone)
  }
}
