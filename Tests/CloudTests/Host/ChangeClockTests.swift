import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging
import TestSupport
import Testing

/// The times of changes while the machine's clock is wrong.
@Suite struct ChangeClockTests {
  private static let day = 86_400.0
  private static let logger = Logger(label: "cloud.test") { _ in SwiftLogNoOpLogHandler() }

  @Test func `while the clock is behind, changes have the time of the newest one`() {
    let (clock, time) = (ChangeClock(), ManualTime())
    let newest = clock.time(at: time.now)
    time.advance(seconds: -730 * Self.day)
    #expect(clock.time(at: time.now) == newest)
    time.advance(seconds: 6 * Self.day)
    #expect(clock.time(at: time.now) == newest)
    // It is set right.
    time.advance(seconds: 724 * Self.day + 1)
    #expect(clock.time(at: time.now) == time.now)
    time.advance(seconds: -3600)
    #expect(clock.time(at: time.now) == newest + 1)
    time.advance(seconds: 3601)
    #expect(clock.time(at: time.now) == time.now)
  }

  @Test func `a clock that was two years ahead is followed for a week, not for two years`() {
    let (clock, time) = (ChangeClock(), ManualTime())
    time.advance(seconds: 730 * Self.day)
    let ahead = clock.time(at: time.now)
    time.advance(seconds: -730 * Self.day)
    #expect(clock.time(at: time.now) == ahead)
    time.advance(seconds: 7 * Self.day)
    #expect(clock.time(at: time.now) == ahead)
    time.advance(seconds: 1)
    #expect(clock.time(at: time.now) == time.now)
    time.advance(seconds: 60)
    #expect(clock.time(at: time.now) == time.now)
  }

  @Test func `a restart with a wrong clock puts nothing before what was there`() async throws {
    try await withTemporaryDirectory { (directory: String) async throws in
      let time = ManualTime()
      var alice: WireCloud.Person?
      /// Saves a record in a cloud that has just started on the folder; returns the time of its making.
      func save(_ name: String, seed: UInt64) async throws -> Int64 {
        let host = try CloudHost(
          configuration: CloudHost.Configuration(
            storage: .directory(directory), tcp: .init(host: "127.0.0.1", port: 0),
            plan: .everySaveTeaches,
            passphraseCost: .cheap), surroundings: time.surroundings(seed: seed),
          logger: Self.logger)
        let cloud = WireCloud { method, target, headers, body in
          let answer = try await host.answer(method, target, headers: headers, body: body)
          return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
        }
        if alice == nil {
          let person = try await cloud.signUp("alice")
          try await cloud.makeZone("Z", of: person)
          alice = person
        }
        let record = try await cloud.modify(
          "create", ["recordName": .string(name), "recordType": "T"],
          as: try #require(alice))
        try host.close()
        return try #require(record["created"]["timestamp"].int, "\(record)")
      }
      let start = time.now.millisecondsSince1970
      #expect(try await save("a", seed: 1) == start)
      time.advance(seconds: -730 * Self.day)
      #expect(try await save("b", seed: 2) == start)
      // The week goes on over restarts; then the clock is believed.
      time.advance(seconds: 6 * Self.day)
      #expect(try await save("c", seed: 3) == start)
      time.advance(seconds: 2 * Self.day)
      #expect(try await save("d", seed: 4) == time.now.millisecondsSince1970)
    }
  }
}
