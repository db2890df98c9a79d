/// One life of a store; another begins where a copy, which knows less, takes the store's place.
///
/// What was given out after the copy was made would be given out again, for other changes. So change
/// tokens name the life that they are of and are good in no other, and change tags of a new life are
/// above all that may have been given out.
package struct StoreLife: Sendable, Equatable {
  /// Random; empty in a store that never was a copy.
  package var name = ""
  /// The change counts of records that are written in this life are above it.
  package var floor: Int64 = 0

  package init() {}

  /// The life as a setting keeps it: the name and the floor.
  package init(stored text: String?) throws {
    guard let text else { return }
    let parts = text.split(separator: " ")
    guard parts.count == 2, let floor = Int64(parts[1]) else {
      throw StoreError.damaged(what: "the life of the store cannot be read")
    }
    (name, self.floor) = (String(parts[0]), floor)
  }

  /// What feeds are called in this life.
  package func name(ofFeed feed: String) -> String { name.isEmpty ? feed : "\(feed)~\(name)" }

  /// The count of a record's next write.
  func count(after count: Int64) -> Int64 { max(count, floor) + 1 }
}
