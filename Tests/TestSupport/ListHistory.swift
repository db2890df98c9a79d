/// What people saw who added entries to lists that they share, each to the state that they had read.
///
/// A list only grows, so what it is at the end is the order of everything that happened to it. `violations` compares
/// this order with what each of them saw, and when. Nothing is searched or guessed.
/// Source: Kingsbury and Alvaro, “Elle”, arXiv:2003.10554, whose lists are these.
package struct ListHistory: Sendable {
  package enum Outcome: Sendable {
    case acknowledged, refused
    /// There was no answer: it was done or not.
    case unknown
  }

  private struct Addition {
    var outcome: Outcome
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
  }

  /// A state that somebody read: how long it was, and a hash of all its entries.
  private struct Reading {
    var count: Int
    var hash: Int
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
  }

  /// By list, and by entry.
  private var additions: [String: [String: Addition]] = [:]
  private var readings: [String: [Reading]] = [:]

  package init() {}

  package var lists: [String] { readings.keys.sorted() }

  package func count(_ outcome: Outcome) -> Int {
    additions.values.reduce(0) { $0 + $1.values.count { $0.outcome == outcome } }
  }

  /// Notes an addition of an entry of which there is no other; it began before it was sent.
  package mutating func added(
    _ entry: String, to list: String, _ outcome: Outcome, from began: ContinuousClock.Instant,
    to ended: ContinuousClock.Instant = .now
  ) {
    additions[list, default: [:]][entry] = Addition(outcome: outcome, began: began, ended: ended)
  }

  /// Notes what somebody read.
  package mutating func read(
    _ entries: [String], of list: String, from began: ContinuousClock.Instant,
    to ended: ContinuousClock.Instant = .now
  ) {
    readings[list, default: []].append(
      Reading(count: entries.count, hash: entries.hashValue, began: began, ended: ended))
  }

  package mutating func merge(_ other: ListHistory) {
    additions.merge(other.additions) { $0.merging($1) { $1 } }
    readings.merge(other.readings) { $0 + $1 }
  }

  /// What cannot be, if `ends` are the lists at the end; nothing where all is well.
  package func violations(in ends: [String: [String]]) -> [String] {
    Set(lists).union(additions.keys).sorted().flatMap { list in
      violations(of: list, in: ends[list] ?? [])
    }
  }

  private func violations(of list: String, in end: [String]) -> [String] {
    let additions = additions[list] ?? [:]
    var found: [String] = []
    if Set(end).count != end.count { found.append("\(list) has an entry twice: \(end)") }
    for entry in end {
      switch additions[entry]?.outcome {
      case .acknowledged, .unknown: break
      case .refused: found.append("\(list) has \(entry), which was refused")
      case nil: found.append("\(list) has \(entry), which nobody has added")
      }
    }
    let present = Set(end)
    for (entry, addition) in additions.sorted(by: { $0.key < $1.key })
    where addition.outcome == .acknowledged && !present.contains(entry) {
      found.append("\(list) has lost \(entry), which was acknowledged")
    }
    return found + disorder(in: list, end.map { additions[$0] })
      + impossibleReadings(of: list, end, end.map { additions[$0] })
  }

  /// Entries that were done before one began that stands before them.
  private func disorder(in list: String, _ end: [Addition?]) -> [String] {
    let ends = Self.earliestEnds(end)
    return end.indices.compactMap { place in
      guard let addition = end[place], let later = ends[place + 1], later < addition.began else {
        return nil
      }
      return "\(list): an entry behind place \(place) was acknowledged before that one was sent"
    }
  }

  private func impossibleReadings(
    of list: String, _ end: [String], _ additions: [Addition?]
  ) -> [String] {
    let hashes = (0...end.count).map { Array(end.prefix($0)).hashValue }
    let ends = Self.earliestEnds(additions)
    var beginnings: [ContinuousClock.Instant?] = [nil]
    for addition in additions {
      beginnings.append([beginnings.last ?? nil, addition?.began].compactMap(\.self).max())
    }
    return (readings[list] ?? []).compactMap { reading in
      guard reading.count <= end.count, hashes[reading.count] == reading.hash else {
        return "\(list): somebody has read \(reading.count) entries that are not its beginning"
      }
      if let missed = ends[reading.count], missed < reading.began {
        return "\(list): a state of \(reading.count) entries lacks one that was acknowledged before"
      }
      if let early = beginnings[reading.count], early > reading.ended {
        return "\(list): a state of \(reading.count) entries has one that was sent afterwards"
      }
      return nil
    }
  }

  /// For each place, and that behind the end, when the first of the entries from there on was acknowledged.
  private static func earliestEnds(_ end: [Addition?]) -> [ContinuousClock.Instant?] {
    var ends: [ContinuousClock.Instant?] = [nil]
    for addition in end.reversed() {
      let own = addition.flatMap { $0.outcome == .acknowledged ? $0.ended : nil }
      ends.append([ends.last ?? nil, own].compactMap(\.self).min())
    }
    return ends.reversed()
  }
}
