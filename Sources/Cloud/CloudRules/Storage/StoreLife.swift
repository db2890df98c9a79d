/// One incarnation of a store; a new one begins when an older copy takes the store's place.
///
/// The copy would give tokens and tags that the store gave out after the copy was made to other
/// changes. A change token therefore names its incarnation and is valid in no other one, and the
/// change tags of a new incarnation are above all that may have been given out before.
package struct StoreLife: Sendable, Equatable {
  /// Random; empty in a store that was never replaced by a copy.
  package var name = ""
  /// The change counts of records that are written in this incarnation are above it.
  package var floor: Int64 = 0

  /// The setting that keeps it.
  package static let settingName = "life"

  package init() {}

  /// Reads the incarnation as a setting stores it: the name and the floor.
  package init(stored text: String?) throws {
    guard let text else { return }
    let parts = text.split(separator: " ")
    guard parts.count == 2, let floor = Int64(parts[1]) else {
      throw StoreError.damaged(what: "the life of the store cannot be read")
    }
    (name, self.floor) = (String(parts[0]), floor)
  }

  /// The name of a feed in this incarnation.
  package func name(ofFeed feed: String) -> String { name.isEmpty ? feed : "\(feed)~\(name)" }

  /// The count of a record's next write.
  func count(after count: Int64) -> Int64 { max(count, floor) + 1 }
}
