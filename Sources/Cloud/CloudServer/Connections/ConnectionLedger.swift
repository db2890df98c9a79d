import CloudRules
import Synchronization

/// The open connections of one listener, by caller, and which of them are idle.
///
/// 1. When a limit is reached, the longest idle connection of one caller is closed: of the new
///    connection's caller if it has reached its own limit, else of the caller with the most open
///    connections among those that have an idle one. A caller loses no connection to another caller
///    that has as many or more.
/// 2. A connection with a request that is not answered yet is never closed for another one.
package final class ConnectionLedger: Sendable {
  /// One connection that is counted.
  package struct Entry: Sendable, Hashable {
    fileprivate let number: Int
    fileprivate let caller: String?
  }

  fileprivate struct Caller {
    var open: Set<Int> = []
    /// The idle connections by their numbers, each with the closure that closes it.
    var idle: [Int: @Sendable () -> Void] = [:]
    /// When each of them became idle, as a running number.
    var since: [Int: Int] = [:]

    var longestIdle: Int? { since.min { $0.value < $1.value }?.key }
  }

  fileprivate struct State {
    var openCount = 0
    var number = 0
    var callers: [String?: Caller] = [:]
  }

  private let limit: Int
  private let limitPerCaller: Int
  private let state = Mutex(State())

  /// `limitPerCaller` does not apply to connections whose caller is nil.
  package init(limit: Int, limitPerCaller: Int = .max) {
    self.limit = limit
    self.limitPerCaller = limitPerCaller
  }

  package var openCount: Int { state.withLock { $0.openCount } }

  /// Counts one more connection; nil if the limit is reached and no idle connection can be closed.
  ///
  /// `caller` is nil for a connection whose caller is not known; such connections count as those of
  /// one caller that has no limit of its own.
  package func open(by caller: String?) -> Entry? {
    let (entry, close) = state.withLock { state -> (Entry?, (@Sendable () -> Void)?) in
      let own = state.callers[caller]?.open.count ?? 0
      var close: (@Sendable () -> Void)?
      if caller != nil, own >= limitPerCaller {
        close = state.closeIdle(of: caller)
        if close == nil { return (nil, nil) }
      } else if state.openCount >= limit {
        close = state.mostIdle(besides: caller).flatMap { state.closeIdle(of: $0) }
        if close == nil { return (nil, nil) }
      }
      state.number += 1
      state.openCount += 1
      precondition(state.openCount <= limit, "ConnectionLedger 1: too many connections are open")
      state.callers[caller, default: Caller()].open.insert(state.number)
      return (Entry(number: state.number, caller: caller), close)
    }
    close?()
    return entry
  }

  /// Notes that the connection is idle from now on; `close` closes it if it is still idle.
  ///
  /// Returns false if the connection no longer counts, because another one has taken its place; the
  /// caller then closes it.
  package func markIdle(_ entry: Entry, close: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.callers[entry.caller]?.open.contains(entry.number) == true else { return false }
      state.number += 1
      state.callers[entry.caller]?.idle[entry.number] = close
      state.callers[entry.caller]?.since[entry.number] = state.number
      return true
    }
  }

  /// Notes that the connection is in use again.
  package func markBusy(_ entry: Entry) {
    state.withLock { state in
      state.callers[entry.caller]?.idle[entry.number] = nil
      state.callers[entry.caller]?.since[entry.number] = nil
    }
  }

  /// Stops counting a connection; does nothing if another connection has taken its place.
  package func close(_ entry: Entry) {
    state.withLock { $0.forget(entry.number, of: entry.caller) }
  }
}

extension ConnectionLedger.State {
  /// The caller with the most connections among those with an idle one: `caller` itself, or another
  /// caller that has more connections than it.
  fileprivate func mostIdle(besides caller: String?) -> String?? {
    let own = callers[caller]?.open.count ?? 0
    return callers.filter { name, other in
      !other.idle.isEmpty && (name == caller || other.open.count > own)
    }
    .max { $0.value.open.count < $1.value.open.count }?.key
  }

  /// Forgets the caller's longest idle connection; returns what closes it.
  fileprivate mutating func closeIdle(of caller: String?) -> (@Sendable () -> Void)? {
    guard let number = callers[caller]?.longestIdle else { return nil }
    let close = callers[caller]?.idle[number]
    precondition(close != nil, "ConnectionLedger 2: a connection at work gives way")
    forget(number, of: caller)
    return close
  }

  fileprivate mutating func forget(_ number: Int, of caller: String?) {
    guard callers[caller]?.open.remove(number) != nil else { return }
    openCount -= 1
    callers[caller]?.idle[number] = nil
    callers[caller]?.since[number] = nil
    if callers[caller]?.open.isEmpty == true { callers[caller] = nil }
  }
}
