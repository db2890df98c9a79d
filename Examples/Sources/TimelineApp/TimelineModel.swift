import Foundation
import Observation

/// What the timeline shows, and what a person can do with it.
@MainActor @Observable public final class TimelineModel {
  public private(set) var posts: [Post] = []
  public private(set) var isLoading = false
  /// What went wrong last; nil after something that went well.
  public private(set) var message: String?

  private let repository: any PostRepository
  private let author: String
  private let count: Int
  private let now: () -> Date

  /// Shows the latest `count` posts, and writes as `author`.
  public init(
    repository: any PostRepository, author: String, count: Int = 20,
    now: @escaping () -> Date = { Date() }
  ) {
    (self.repository, self.author, self.count, self.now) = (repository, author, count, now)
  }

  public func refresh() async {
    await perform { () async throws(TimelineError) in }
  }

  public func write(_ text: String) async {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    await perform { [repository, author, now] () async throws(TimelineError) in
      guard !text.isEmpty else { throw .emptyText }
      guard text.count <= Post.textLimit else {
        throw .textTooLong(by: text.count - Post.textLimit)
      }
      try await repository.add(
        PostDraft(author: author, text: text, postedAt: now(), timeZone: .current))
    }
  }

  public func cheer(_ post: Post) async {
    await perform { [repository] () async throws(TimelineError) in
      try await repository.cheer(post.id)
    }
  }

  public func delete(_ post: Post) async {
    await perform { [repository] () async throws(TimelineError) in
      try await repository.delete(post.id)
    }
  }

  /// Does something and shows the timeline as it is then; after a failure it stays as it was.
  private func perform(_ action: () async throws(TimelineError) -> Void) async {
    isLoading = true
    defer { isLoading = false }
    do throws(TimelineError) {
      try await action()
      posts = try await repository.latest(count)
      message = nil
    } catch {
      message = error.message
    }
  }
}
