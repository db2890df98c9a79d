/// One incarnation of a store; a new one begins when an older copy takes the store's place.
///
/// The copy would give tokens and tags that the store gave out after the copy was made to other
/// changes. A change token therefore names its incarnation and is valid in no other one, and the
/// change tags of a new incarnation are above all that may have been given out before.
///
/// A standby that becomes the primary is such a copy only of what it has missed. So an incarnation in a database has
/// timelines, one for each primary. A token names the timeline where it was given without a standby that has the same;
/// then it is valid in no other one. Change tags of a new timeline are always above those of the one before.
package struct StoreLife: Sendable, Equatable {
  /// Random; empty in a store that was never replaced by a copy.
  package var name = ""
  /// The change counts of records that are written in this incarnation are above it.
  package var floor: Int64 = 0
  /// Random; empty before the first failover.
  package var timeline = ""
  /// Whether the next failover may lose what is read now.
  package var endsWithTimeline = false

  /// The setting that keeps it.
  package static let settingName = "life"

  package init() {}

  /// Reads the incarnation as a setting stores it: the name, the floor, and the timeline if it has one.
  package init(stored text: String?) throws {
    guard let text else { return }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, let floor = Int64(parts[1]) else {
      throw StoreError.damaged(what: "the life of the store cannot be read")
    }
    (name, self.floor) = (String(parts[0]), floor)
    if parts.count == 3 { timeline = String(parts[2]) }
  }

  /// The incarnation as a setting stores it.
  package var stored: String { "\(name) \(floor)" + (timeline.isEmpty ? "" : " \(timeline)") }

  /// The incarnation that follows, whose change counts are `step` above those of this one.
  package func next(named name: String, step: Int64) -> StoreLife {
    var next = StoreLife()
    (next.name, next.floor) = (name, floor + step)
    return next
  }

  /// The same incarnation after a failover.
  package func next(timeline: String, step: Int64) -> StoreLife {
    var next = self
    (next.timeline, next.floor) = (timeline, floor + step)
    return next
  }

  /// The name of a feed in this incarnation.
  package func name(ofFeed feed: String) -> FeedName {
    FeedName(
      lasting: name.isEmpty ? feed : "\(feed)~\(name)", timeline: timeline,
      endsWithTimeline: endsWithTimeline)
  }

  /// The count of a record's next write.
  func count(after count: Int64) -> Int64 { max(count, floor) + 1 }
}

/// The name of a feed, to which change tokens are bound.
package struct FeedName: Sendable, Equatable {
  /// That of tokens which outlive a failover.
  var lasting: String
  var timeline: String
  var endsWithTimeline: Bool

  private var passing: String { "\(lasting)^\(timeline)" }
  /// That of tokens which are given out now.
  package var current: String { endsWithTimeline ? passing : lasting }

  /// Whether a token with this name is valid.
  func accepts(_ name: String) -> Bool { name == lasting || name == passing }
}
