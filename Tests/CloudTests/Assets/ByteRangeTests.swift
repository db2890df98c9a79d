import CloudRules
import CloudStorage
import Testing

/// The header `Range`.
@Suite struct ByteRangeTests {
  @Test(
    arguments: [
      (nil, ByteRange.whole), ("bytes=0-0", .part(0..<1)), ("bytes=2-", .part(2..<10)),
      ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)), ("bytes=5-99", .part(5..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-12", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable), ("BYTES= 1-2 ", .part(1..<3)),
      ("bytes=3-2", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
      ("bytes=1-2,4-5", .whole), ("lines=1-2", .whole), ("bytes=--1", .whole),
    ] as [(String?, ByteRange)])
  func `a range is understood or counts as none`(header: String?, range: ByteRange) {
    #expect(ByteRange(header: header, size: 10) == range)
  }

  @Test func `an empty file has no part`() {
    #expect(ByteRange(header: "bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange(header: "bytes=-1", size: 0) == .unsatisfiable)
    #expect(ByteRange(header: nil, size: 0) == .whole)
  }
}
