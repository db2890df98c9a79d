import CloudCore
import CloudModel
import CloudRules
import Testing

/// The number of notification channels of a user.
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
      for (number, channel) in channels.dropLast().enumerated() {
        clock.advance(seconds: 1)
        group.addTask { try await courier.next(on: channel) }
        try #require(try await eventually { courier.waitingCount == number + 1 })
      }
      let late = open()
      #expect(!isOpen(channels[channels.count - 1]))
      group.addTask { try await courier.next(on: late) }
      try #require(try await eventually { courier.waitingCount == channels.count })
      _ = open()
      // Whose channel is gone is told at once, and opens another.
      let told = try await group.next()
      #expect(told == .some(nil))
      #expect(!isOpen(channels[0]))
      #expect(channels.dropFirst().dropLast().allSatisfy(isOpen))
      courier.close()
    }
  }
}
