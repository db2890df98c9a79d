import CloudModel
import Testing

/// The time that a request may take.
@Suite struct RequestTimeTests {
  @Test func `without limits a request takes its usual time`() {
    let time = RequestTime()
    #expect(time.forRequest(usually: .seconds(30)) == .seconds(30))
    #expect(time.forTransfer(usually: .seconds(90)) == .seconds(90))
    #expect(!time.isOver)
  }

  @Test func `a request's limit holds for requests, and not for transfers of bytes`() {
    let time = RequestTime(request: .seconds(5))
    #expect(time.forRequest(usually: .seconds(30)) == .seconds(5))
    #expect(time.forTransfer(usually: .seconds(90)) == .seconds(90))
  }

  @Test func `nothing goes beyond the deadline`() {
    let time = RequestTime(request: .seconds(500), deadline: .now + .seconds(60))
    for duration in [
      time.forRequest(usually: .seconds(30)), time.forTransfer(usually: .seconds(90)),
      time.shortened(.seconds(70)),
    ] {
      #expect(duration > .seconds(1) && duration <= .seconds(60))
    }
    #expect(time.shortened(.milliseconds(1)) == .milliseconds(1))
    let late = RequestTime(deadline: .now - .seconds(1))
    #expect(late.isOver && late.forRequest(usually: .seconds(30)) == .zero)
  }
}
