/// A moment on a clock of a test, counted from the clock's making.
package struct TestInstant: InstantProtocol {
  package var offset: Duration

  package init(offset: Duration) { self.offset = offset }

  package func advanced(by duration: Duration) -> TestInstant {
    TestInstant(offset: offset + duration)
  }

  package func duration(to other: TestInstant) -> Duration { other.offset - offset }

  package static func < (a: TestInstant, b: TestInstant) -> Bool { a.offset < b.offset }
}
