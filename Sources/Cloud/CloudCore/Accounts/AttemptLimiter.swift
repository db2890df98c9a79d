import CloudRules
package import Foundation

/// Slows down the guessing of passphrases: counts attempts by account and by address.
///
/// 1. An attempt counts from its beginning, so that attempts at the same time count as well as
///    attempts one after another.
/// 2. After some free failures every further one doubles the wait, up to a quarter of an hour.
/// 3. A success forgets the account's failures, not the address's: one known passphrase must not buy
///    guesses at others. The wait runs from the last failure: a success does not begin it anew for the
///    others at the address.
/// 4. It remembers a bounded number of keys of each kind, and forgets those first that have been
///    quiet longest. So a flood of one kind does not displace keys of another.
/// 5. No wait is longer than it was at its begin: if the clock goes back, the wait begins anew.
/// 6. In an hour as many failures are forgotten as are free, one after the other. So in the long run
///    nobody has more guesses than these, and an address that many people use does not collect their
///    mistakes for ever.
package struct AttemptLimiter: Sendable {
  package enum Key: Hashable, Sendable {
    /// An account, by its user record name: the same whether it was named by name or by address.
    case account(String)
    /// A name without an account, by its hash; limited alike, so that it cannot be told from an
    /// account.
    case unknown([UInt8])
    /// The network address that attempts come from.
    case address(String)

    /// Many people may sit behind one address.
    var freeFailures: Int {
      switch self {
      case .account, .unknown: 5
      case .address: 20
      }
    }

    /// The time in which one failure is forgotten: 12 minutes for an account, 3 for an address.
    fileprivate var secondsToForgetOne: TimeInterval { 3600 / Double(freeFailures) }

    fileprivate var kind: Kind {
      switch self {
      case .account: .account
      case .unknown: .unknown
      case .address: .address
      }
    }
  }

  /// The outcome of an attempt.
  package enum Outcome: Sendable {
    case failed, succeeded
    /// The passphrase was compared with nothing.
    case unchecked
  }

  fileprivate enum Kind: Hashable { case account, unknown, address }

  private struct AttemptCount {
    var failures = 0
    var underWay = 0
    var lastBegin: Date
    var lastFailure: Date
    /// The time up to which failures were forgotten.
    var forgottenUntil: Date

    init(at now: Date) {
      lastBegin = now
      lastFailure = now
      forgottenUntil = now
    }

    var count: Int { failures + underWay }
    var last: Date { max(lastBegin, lastFailure) }
    /// The time from which the next attempt waits.
    var waitsFrom: Date { underWay > 0 ? last : lastFailure }

    /// Forgets the failures that are old enough; if the clock has gone back, all times begin anew.
    mutating func advance(to now: Date, secondsToForgetOne interval: TimeInterval) {
      lastBegin = min(lastBegin, now)
      lastFailure = min(lastFailure, now)
      forgottenUntil = min(forgottenUntil, now)
      let forgotten = (now.timeIntervalSince(forgottenUntil) / interval).rounded(.down)
      if forgotten < Double(failures) {
        failures -= Int(forgotten)
        forgottenUntil += forgotten * interval
      } else {
        failures = 0
        forgottenUntil = now
      }
    }
  }

  static let longestWait: TimeInterval = 900
  private let capacity: Int
  private var tallies: [Kind: [Key: AttemptCount]] = [:]

  package init(capacity: Int = 10_000) { self.capacity = capacity }

  /// Counts an attempt; if it has to wait, counts nothing and returns for how many seconds.
  package mutating func begin(_ keys: [Key], at now: Date) -> TimeInterval? {
    for key in keys {
      tallies[key.kind]?[key]?.advance(to: now, secondsToForgetOne: key.secondsToForgetOne)
    }
    if let slowest = slowest(of: keys, at: now) { return wait(for: slowest, at: now) }
    for key in keys {
      change(key, at: now) { tally in
        tally.underWay += 1
        tally.lastBegin = now
      }
    }
    return nil
  }

  /// Says what became of an attempt that has begun.
  package mutating func end(_ keys: [Key], as outcome: Outcome, at now: Date) {
    for key in keys {
      change(key, at: now) { tally in
        tally.underWay = max(0, tally.underWay - 1)
        switch (outcome, key) {
        case (.failed, _):
          tally.failures += 1
          tally.lastFailure = now
        case (.succeeded, .account), (.succeeded, .unknown): tally.failures = 0
        case (.succeeded, .address), (.unchecked, _): break
        }
      }
      if tallies[key.kind]?[key]?.count == 0 { tallies[key.kind]?[key] = nil }
    }
  }

  /// The key for which an attempt that begins now has to wait longest; nil if it may begin.
  func slowest(of keys: [Key], at now: Date) -> Key? {
    keys.filter { wait(for: $0, at: now) != nil }
      .max { (wait(for: $0, at: now) ?? 0) < (wait(for: $1, at: now) ?? 0) }
  }

  private func wait(for key: Key, at now: Date) -> TimeInterval? {
    guard let known = tallies[key.kind]?[key], known.count >= key.freeFailures else { return nil }
    let doublings = min(known.count - key.freeFailures, 20)
    let wait = min(Double(1 << doublings), Self.longestWait)
    let rest = wait - now.timeIntervalSince(known.waitsFrom)
    assert(rest <= wait, "AttemptLimiter 5: the last attempt is in the future")
    return rest > 0 ? rest : nil
  }

  private mutating func change(_ key: Key, at now: Date, _ body: (inout AttemptCount) -> Void) {
    var tally = tallies[key.kind]?[key] ?? AttemptCount(at: now)
    tally.advance(to: now, secondsToForgetOne: key.secondsToForgetOne)
    body(&tally)
    tallies[key.kind, default: [:]][key] = tally
    if (tallies[key.kind]?.count ?? 0) > capacity { prune(key.kind) }
    precondition(
      (tallies[key.kind]?.count ?? 0) <= capacity, "AttemptLimiter 4: too many keys are kept")
  }

  /// Drops the quieter half, so that pruning is rare.
  private mutating func prune(_ kind: Kind) {
    let kept = (tallies[kind] ?? [:]).sorted { $0.value.last > $1.value.last }
      .prefix(capacity / 2)
    tallies[kind] = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
