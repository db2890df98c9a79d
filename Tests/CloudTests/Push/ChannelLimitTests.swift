import CloudModel
import CloudServer
import Testing

/// How many notification channels a user has.
@Suite struct ChannelLimitTests {
  @Test func `a channel too many takes the longest unused, and one at which a poll waits last`()
    async throws
  {
    let clock = ManualTime()
    let courier = NotificationCourier(
      hold: .seconds(3600), surroundings: clock.surroundings())
    let owner = Caller(userRecordName: "_alice")
    let partition = Partition(container: "iCloud.test", environment: .development)
    func open() -> NotificationChannel {
      clock.advance(seconds: 1)
      return courier.openChannel(for: owner, in: partition, takesInvitations: false)
    }
    func isOpen(_ channel: NotificationChannel) -> Bool {
      courier.subscriber(of: channel) != nil
    }
    let channels = (0..<CloudLimits.channelsPerUser).map { _ in open() }
    try await withThrowingTaskGroup(of: Push?.self) { group in
      for channel in channels.dropLast() { group.addTask { try await courier.next(on: channel) } }
      #expect(await eventually { courier.waitingCount == channels.count - 1 })
      let late = open()
      #expect(!isOpen(channels[channels.count - 1]))
      group.addTask { try await courier.next(on: late) }
      #expect(await eventually { courier.waitingCount == channels.count })
      _ = open()
      // Whose channel is gone is told at once, and opens another.
      #expect(try await group.next() == .some(nil))
      #expect(!isOpen(channels[0]))
      #expect(channels.dropFirst().dropLast().allSatisfy(isOpen))
      courier.close()
    }
  }
}
