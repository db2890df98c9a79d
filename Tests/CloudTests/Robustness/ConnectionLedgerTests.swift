import CloudRules
import CloudServer
import Synchronization
import Testing

/// Whose connection makes room for whose.
struct ConnectionLedgerTests {
  /// Notes which connections were told to close.
  private final class Closed: Sendable {
    let names = Mutex<[String]>([])

    func idle(_ name: String, _ entry: ConnectionLedger.Entry, in ledger: ConnectionLedger) -> Bool
    {
      ledger.markIdle(entry) { self.names.withLock { $0.append(name) } }
    }

    var all: [String] { names.withLock { $0 } }
  }

  @Test func `a caller has so many at most, and the longest idle of one's own makes room`() throws {
    let ledger = ConnectionLedger(limit: 10, limitPerCaller: 2)
    let closed = Closed()
    let first = try #require(ledger.open(by: "a"))
    let second = try #require(ledger.open(by: "a"))
    #expect(ledger.open(by: "a") == nil)
    #expect(closed.idle("second", second, in: ledger))
    #expect(closed.idle("first", first, in: ledger))
    ledger.markBusy(second)
    #expect(closed.idle("second", second, in: ledger))
    #expect(ledger.open(by: "a") != nil)
    #expect(closed.all == ["first"])
    #expect(ledger.open(by: "b") != nil)
    #expect(ledger.openCount == 3)
    #expect(!closed.idle("first", first, in: ledger))
    ledger.close(first)
    #expect(ledger.openCount == 3)
  }

  @Test func `when all places are taken whoever has most makes room, never who has fewer`() throws {
    let ledger = ConnectionLedger(limit: 4, limitPerCaller: 3)
    let closed = Closed()
    for name in ["m1", "m2", "m3"] {
      #expect(closed.idle(name, try #require(ledger.open(by: "mallory")), in: ledger))
    }
    let alice = try #require(ledger.open(by: "alice"))
    #expect(closed.idle("alice", alice, in: ledger))
    #expect(ledger.open(by: "bob") != nil)
    #expect(closed.all == ["m1"])
    #expect(ledger.open(by: "carol") != nil)
    #expect(closed.all == ["m1", "m2"])
    // Everybody has one now: a second one of bob's is for bob's own account.
    #expect(ledger.open(by: "bob") == nil)
    #expect(closed.all == ["m1", "m2"])
    #expect(ledger.openCount == 4)
  }

  @Test func `a connection that is being answered makes no room`() throws {
    let ledger = ConnectionLedger(limit: 1)
    let closed = Closed()
    let entry = try #require(ledger.open(by: "a"))
    #expect(closed.idle("a", entry, in: ledger))
    ledger.markBusy(entry)
    #expect(ledger.open(by: "b") == nil)
    ledger.close(entry)
    #expect(ledger.open(by: "b") != nil)
    #expect(closed.all.isEmpty)
  }

  @Test func `those who are not told apart make room for each other`() throws {
    let ledger = ConnectionLedger(limit: 2, limitPerCaller: 1)
    let closed = Closed()
    for name in ["1", "2"] {
      #expect(closed.idle(name, try #require(ledger.open(by: nil)), in: ledger))
    }
    #expect(ledger.open(by: nil) != nil)
    #expect(closed.all == ["1"])
  }

  @Test func `the number of connections never exceeds its limit, whatever comes and goes`()
    async throws
  {
    let ledger = ConnectionLedger(limit: 50, limitPerCaller: 8)
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<16 {
        group.addTask {
          for _ in 0..<200 {
            let entries = (0..<4).compactMap { _ in ledger.open(by: "\(caller)") }
            #expect(ledger.openCount <= 50)
            for entry in entries { _ = ledger.markIdle(entry) {} }
            for entry in entries.dropFirst() { ledger.close(entry) }
            for entry in entries { ledger.close(entry) }
          }
        }
      }
    }
    #expect(ledger.openCount == 0)
  }
}

/// When memory is given back.
struct ConnectionTideTests {
  @Test func `memory is given back once when most of a flood has gone`() {
    var peak = ConnectionPeak()
    let seen = [10, 2, 400, 90, 10_000, 2500, 2499, 10, 600, 100, 0].map { peak.hasFallen(to: $0) }
    #expect(
      seen == [false, false, false, false, false, false, true, true, false, true, false])
  }
}
