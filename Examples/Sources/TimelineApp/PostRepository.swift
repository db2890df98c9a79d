/// Where the posts are.
public protocol PostRepository: Sendable {
  /// The newest posts that are not deleted, newest first; at most `count`.
  ///
  /// Records that are no posts are passed over, some thousand of them at most.
  func latest(_ count: Int) async throws(TimelineError) -> [Post]

  /// Saves a post, and returns it as the cloud has it.
  @discardableResult
  func add(_ draft: PostDraft) async throws(TimelineError) -> Post

  /// Adds the cheer of the person at this device; cheering again changes nothing.
  func cheer(_ post: Post.ID) async throws(TimelineError)

  /// Hides one's own post from everybody; its record stays.
  func delete(_ post: Post.ID) async throws(TimelineError)
}
