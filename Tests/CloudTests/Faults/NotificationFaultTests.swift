import CloudCore
import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import class TestSupport.SkippingClock
import Testing

/// Notifications that are lost, doubled or late, and polls that go wrong.
@Suite struct NotificationFaultTests {
  private func open(_ cloud: OperatedCloud) async throws -> String {
    _ = try await cloud.post(
      "subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"database"}}]}"#
    )
    let answer = try await cloud.openChannel()
    let url = try #require(answer.json["webcourierURL"] as? String)
    return String(url[try #require(url.firstRange(of: "/courier/")).lowerBound...])
  }

  @Test(arguments: WireKind.allCases) func `a lost notification never comes`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let channel = try await open(cloud)
      try await cloud.fault(#"{"effect":"loseNotifications","account":"alice","count":1}"#)
      try await cloud.makeZones("Z")
      #expect(try await cloud.poll(channel).text.isEmpty)
      try await cloud.makeZones("Y")
      #expect(try await cloud.poll(channel).text.contains("\"met\""))
    }
  }

  @Test(arguments: WireKind.allCases) func `a doubled notification comes twice`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let channel = try await open(cloud)
      try await cloud.fault(#"{"effect":"duplicateNotifications","database":"private"}"#)
      try await cloud.makeZones("Z")
      #expect(try await cloud.poll(channel).text.contains("\"met\""))
      #expect(try await cloud.poll(channel).text.contains("\"met\""))
      #expect(try await cloud.poll(channel).text.isEmpty)
    }
  }

  @Test func `a late notification comes when the clock says so`() async throws {
    let clock = SkippingClock()
    let surroundings = Surroundings.deterministic()
    let conditions = CloudConditions(
      faults: FaultInjector(seed: 1, now: surroundings.now), surroundings: surroundings,
      clock: clock)
    try conditions.faults.add([CloudFault(effect: .delayNotifications(milliseconds: 5000))])
    let announcement = Announcement(
      partition: Partition(container: "c", environment: .development), recipient: "_a",
      notification: .database(.private), subscriptionID: "s",
      origin: Caller(userRecordName: "_b"))
    let (delivered, delivery) = AsyncStream<[Announcement]>.makeStream()
    conditions.deliver([announcement]) { delivery.yield($0) }
    for await announcements in delivered {
      #expect(announcements == [announcement])
      break
    }
    #expect(clock.now.offset == .seconds(5))
  }

  @Test(arguments: WireKind.allCases) func `a poll is dropped and fails as other requests do`(
    kind: WireKind
  ) async throws {
    try await OperatedCloud.run(over: kind) { cloud in
      let channel = try await open(cloud)
      try await cloud.fault(#"{"effect":"dropBefore","operation":"courier","count":1}"#)
      await #expect(throws: (any Error).self) { try await cloud.poll(channel) }
      try await cloud.fault(
        #"{"effect":"fail","code":"TRY_AGAIN_LATER","operation":"courier","count":1}"#)
      #expect(try await cloud.poll(channel).status == 503)
      #expect(try await cloud.poll(channel).status == 200)
    }
  }
}
