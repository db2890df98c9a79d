package import Foundation

/// Slows down whoever guesses passphrases: counts failures by name and by address.
///
/// 1. After some free failures every further one doubles the wait, up to a quarter of an hour.
/// 2. A success forgets the name's failures, not the address's: one known passphrase must not buy
///    guesses at others.
/// 3. It remembers a bounded number of keys and forgets those first that have been quiet longest.
package struct AttemptLimiter: Sendable {
  package enum Key: Hashable, Sendable {
    case name(String)
    case address(String)

    /// Many people may sit behind one address.
    var freeFailures: Int {
      switch self {
      case .name: 5
      case .address: 20
      }
    }
  }

  private struct Failures {
    var count: Int
    var last: Date
  }

  static let longestWait: TimeInterval = 900
  /// After so long without a failure nothing is held against a key.
  static let memory: TimeInterval = 3600
  private let capacity: Int
  private var failures: [Key: Failures] = [:]

  package init(capacity: Int = 10_000) { self.capacity = capacity }

  /// How many seconds these keys have to wait from `now`; nil where they may try.
  package func wait(for keys: [Key], at now: Date) -> TimeInterval? {
    keys.compactMap { key -> TimeInterval? in
      guard let known = failures[key], known.count >= key.freeFailures else { return nil }
      let doublings = min(known.count - key.freeFailures, 20)
      let wait = min(Double(1 << doublings), Self.longestWait)
      let rest = wait - now.timeIntervalSince(known.last)
      return rest > 0 ? rest : nil
    }.max()
  }

  package mutating func failed(_ keys: [Key], at now: Date) {
    for key in keys {
      var known = failures[key] ?? Failures(count: 0, last: now)
      if now.timeIntervalSince(known.last) > Self.memory { known.count = 0 }
      known.count += 1
      known.last = now
      failures[key] = known
    }
    if failures.count > capacity { prune() }
  }

  package mutating func succeeded(name: String) { failures[.name(name)] = nil }

  /// Drops the quieter half, so that pruning is rare.
  private mutating func prune() {
    let kept = failures.sorted { $0.value.last > $1.value.last }.prefix(capacity / 2)
    failures = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
