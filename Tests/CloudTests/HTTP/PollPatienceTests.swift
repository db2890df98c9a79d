import CloudClient
import Testing

/// For how long a client asks that its polls are held.
@Suite struct PollPatienceTests {
  private static let start = ContinuousClock.now

  @Test(arguments: [
    (24.0, 12), (20.0, 10), (13.9, 6), (10.0, 5), (2.0, 5), (1.0, 5),
    // A poll without any answer ends by the client's own limit, and never makes the next one longer.
    (40.0, 20), (3000.0, 25),
  ])
  func `after a cut it is half of what the poll has lived`(lived: Double, asked: Int) {
    var patience = PollPatience()
    #expect(patience.seconds(at: Self.start) == 25)
    patience.learn(cutAfter: .seconds(lived), at: Self.start)
    #expect(patience.seconds(at: Self.start) == asked)
  }

  @Test func `an hour after the last cut it is as before`() {
    var patience = PollPatience()
    patience.learn(cutAfter: .seconds(20), at: Self.start)
    let later = Self.start + .seconds(3599)
    #expect(patience.seconds(at: later) == 10)
    patience.learn(cutAfter: .seconds(9), at: later)
    #expect(patience.seconds(at: later + .seconds(3599)) == 5)
    #expect(patience.seconds(at: later + .seconds(3600)) == 25)
  }

  @Test func `a later cut never makes it longer`() {
    var patience = PollPatience()
    patience.learn(cutAfter: .seconds(12), at: Self.start)
    patience.learn(cutAfter: .seconds(21), at: Self.start + .seconds(60))
    #expect(patience.seconds(at: Self.start + .seconds(60)) == 6)
  }
}
