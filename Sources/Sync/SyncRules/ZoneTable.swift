import CloudModel

/// The zones that have work, and what is true of all of them together.
///
/// A step of the engine concerns one zone, whether there are ten or 10,000. So what each step asks of all zones is
/// counted as they change, and the order in which they are served is kept.
struct ZoneTable: Sendable {
  private var machines: [RecordZoneID: ZoneMachine] = [:]
  private var counts: [DatabaseScope: Counts] = [:]
  /// The zones that wait for a time, or for which something has failed.
  private var delayed: Set<RecordZoneID> = []
  /// The zones that wait for a preview; they are served first.
  private var previews = ZoneLine(isPreview: true)
  private var others = ZoneLine(isPreview: false)
  private let user: String

  /// An empty table; `user` is the signed-in user's record name, which decides the database of every zone.
  init(user: String) { self.user = user }

  var ids: [RecordZoneID] { Array(machines.keys) }

  var runningCount: Int { counts.values.reduce(0) { $0 + $1.running } }
  var isSending: Bool { counts.values.contains { $0.sending > 0 } }
  /// Whether no zone has work that it may begin now or later.
  var isIdle: Bool { counts.values.allSatisfy { $0.busy == 0 } }

  /// Whether this database wants or runs work that does not fail repeatedly.
  ///
  /// `canFetch` says whether the database's feed is idle or does not fail repeatedly.
  func isAtWork(in scope: DatabaseScope, canFetch: Bool) -> Bool {
    guard let counts = counts[scope] else { return false }
    return (canFetch ? counts.atWork : counts.atWorkWithoutFeed) > 0
  }

  /// The zones that wait for a time, or for which something has failed, in the order of their ids.
  var delayedZones: [(zoneID: RecordZoneID, zone: ZoneMachine)] {
    delayed.sorted().compactMap { zoneID in machines[zoneID].map { (zoneID, $0) } }
  }

  /// The times at which something that waits may start, in no order.
  var wakeTimes: [Duration] { delayed.flatMap { machines[$0]?.wakeTimes ?? [] } }

  subscript(zoneID: RecordZoneID) -> ZoneMachine? {
    get { machines[zoneID] }
    set {
      let scope = zoneID.databaseScope(for: user)
      let (before, after) = (
        machines[zoneID].map(ZoneFacts.init(of:)), newValue.map(ZoneFacts.init(of:))
      )
      machines[zoneID] = newValue
      if let before { counts[scope, default: Counts()].add(before, times: -1) }
      if let after { counts[scope, default: Counts()].add(after, times: 1) }
      if after?.isDelayed == true { delayed.insert(zoneID) } else { delayed.remove(zoneID) }
      // Running work gets a new turn when it ends.
      guard let after, !after.isRunning, after.place != before?.place else { return }
      if after.place.isPreview {
        previews.add(zoneID, turn: after.place.turn)
      } else {
        others.add(zoneID, turn: after.place.turn)
      }
    }
  }

  /// The replica may be usable again.
  mutating func retryLocalFailures(_ retry: Lane.LocalRetry) {
    for zoneID in delayed { self[zoneID]?.retryLocalFailures(retry) }
  }

  /// Begins operations, in the order of the zones, until `limit` of them run.
  ///
  /// `next` gives the operation that a zone begins now, if there is one.
  mutating func start(
    upTo limit: Int, _ next: (RecordZoneID, inout ZoneMachine) -> SyncMachine.Effect?
  ) -> [SyncMachine.Effect] {
    let room = limit - runningCount
    guard room > 0 else { return [] }
    previews.forgetLeft(by: machines)
    others.forgetLeft(by: machines)
    var started: [(zoneID: RecordZoneID, zone: ZoneMachine, effect: SyncMachine.Effect)] = []
    for line in [previews, others] {
      for (zoneID, zone) in line.zones(among: machines) {
        guard started.count < room else { break }
        var zone = zone
        guard let effect = next(zoneID, &zone) else { continue }
        started.append((zoneID, zone, effect))
      }
    }
    for (zoneID, zone, _) in started { self[zoneID] = zone }
    return started.map(\.effect)
  }
}

/// The places of zones in the order of their turns; those that a zone has left are forgotten later.
private struct ZoneLine: Sendable {
  private struct Place: Sendable {
    let zoneID: RecordZoneID
    let turn: Int

    /// The zone that stands here; nil if it has left.
    func zone(among zones: [RecordZoneID: ZoneMachine], isPreview: Bool) -> ZoneMachine? {
      guard let zone = zones[zoneID], zone.turn == turn, zone.isPreviewWaiting == isPreview else {
        return nil
      }
      return zone
    }
  }

  /// Whether this line holds the zones that wait for a preview, or the others.
  private let isPreview: Bool
  private var places: ArraySlice<Place> = []

  init(isPreview: Bool) { self.isPreview = isPreview }

  mutating func add(_ zoneID: RecordZoneID, turn: Int) {
    // A new turn is the last one.
    let last = places.lastIndex { $0.turn <= turn }
    if let last, places[last].turn == turn { return }
    places.insert(
      Place(zoneID: zoneID, turn: turn), at: last.map { $0 + 1 } ?? places.startIndex)
  }

  /// Forgets the places at the front that zones have left, and all others too once they are the greater part.
  mutating func forgetLeft(by zones: [RecordZoneID: ZoneMachine]) {
    let isPreview = isPreview
    while let first = places.first, first.zone(among: zones, isPreview: isPreview) == nil {
      places.removeFirst()
    }
    if places.count > 2 * zones.count {
      places.removeAll { $0.zone(among: zones, isPreview: isPreview) == nil }
    }
  }

  /// The zones that stand here, in their order.
  func zones(
    among zones: [RecordZoneID: ZoneMachine]
  ) -> some Sequence<(zoneID: RecordZoneID, zone: ZoneMachine)> {
    places.lazy.compactMap { place in
      place.zone(among: zones, isPreview: isPreview).map { (place.zoneID, $0) }
    }
  }
}

/// The facts about one zone that the table counts and keeps.
private struct ZoneFacts {
  struct Place: Equatable {
    var isPreview: Bool
    var turn: Int
  }

  var isRunning: Bool
  var isSending: Bool
  var isBusy: Bool
  var isAtWork: Bool
  var isAtWorkWithoutFeed: Bool
  var isDelayed: Bool
  var place: Place

  init(of zone: ZoneMachine) {
    isRunning = zone.isRunning
    isSending = zone.isSending
    isBusy = !zone.isIdle
    isAtWork = zone.isAtWork(canFetch: true)
    isAtWorkWithoutFeed = zone.isAtWork(canFetch: false)
    isDelayed = zone.isDelayed
    place = Place(isPreview: zone.isPreviewWaiting, turn: zone.turn)
  }
}

/// The numbers of a database's zones in each state.
private struct Counts {
  var running = 0
  var sending = 0
  var busy = 0
  var atWork = 0
  var atWorkWithoutFeed = 0

  mutating func add(_ facts: ZoneFacts, times sign: Int) {
    running += facts.isRunning ? sign : 0
    sending += facts.isSending ? sign : 0
    busy += facts.isBusy ? sign : 0
    atWork += facts.isAtWork ? sign : 0
    atWorkWithoutFeed += facts.isAtWorkWithoutFeed ? sign : 0
  }
}
