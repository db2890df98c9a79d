import CloudCore
import CloudRules
import CloudServer
import Foundation
import Testing

/// The storage of passphrases, and the cost of guessing them.
@Suite struct PassphraseTests {
  private static let cheap = PassphraseHash.Parameters(rounds: 1 << 10)

  /// Source: RFC 7914, section 12, the vector `pleaseletmein`.
  @Test func `the hash is scrypt`() throws {
    let hash = try PassphraseHash(
      of: "pleaseletmein", salt: Data("SodiumChloride".utf8),
      parameters: .init(rounds: 16384, blockSize: 8, parallelism: 1))
    #expect(hash.text.hasPrefix("$scrypt$n=16384,r=8,p=1$"))
    // The first 32 bytes of the vector's 64.
    #expect(hash.text.hasSuffix(Self.vector))
  }

  private static let vector = Data([
    0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb,
    0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
  ]).base64EncodedString()

  @Test func `a hash that was written down still knows its passphrase`() throws {
    let hash = try PassphraseHash(
      of: "caf\u{E9} au lait", salt: Data("salt".utf8), parameters: Self.cheap)
    let read = try #require(PassphraseHash(text: hash.text))
    #expect(read == hash)
    #expect(try read.matches("cafe\u{301} au lait"))
    #expect(try !read.matches("cafe au lait"))
    #expect(PassphraseHash(text: "$scrypt$n=a,r=8,p=1$AA==$AA==") == nil)
    #expect(PassphraseHash(text: "") == nil)
  }

  @Test func `every further failure doubles the wait`() {
    var limiter = AttemptLimiter()
    let start = Date(timeIntervalSince1970: 0)
    let keys = [AttemptLimiter.Key.account("alice"), .address("192.0.2.1")]
    var waits: [TimeInterval?] = []
    var now = start
    for _ in 0..<9 {
      let wait = limiter.begin(keys, at: now)
      waits.append(wait)
      now += wait ?? 0
      if wait != nil { #expect(limiter.begin(keys, at: now) == nil) }
      limiter.end(keys, as: .failed, at: now)
    }
    #expect(waits == [nil, nil, nil, nil, nil, 1, 2, 4, 8])
    #expect(limiter.begin(keys, at: now + 15) == 1)
    #expect(limiter.begin(keys, at: now + 16) == nil)
    limiter.end(keys, as: .unchecked, at: now + 16)
    for _ in 0..<40 { limiter.end(keys, as: .failed, at: now) }
    #expect(limiter.begin(keys, at: now) == 900)
  }

  @Test func `attempts at the same time count from their beginning`() {
    var limiter = AttemptLimiter()
    let now = Date(timeIntervalSince1970: 0)
    let keys = [AttemptLimiter.Key.account("alice")]
    #expect((0..<40).map { _ in limiter.begin(keys, at: now) } == Self.fiveOf(40))
    for _ in 0..<4 { limiter.end(keys, as: .failed, at: now) }
    limiter.end(keys, as: .unchecked, at: now)
    // What was not checked gives its place to another.
    #expect((0..<2).map { _ in limiter.begin(keys, at: now) } == [nil, 1])
    limiter.end(keys, as: .succeeded, at: now)
    #expect((0..<40).map { _ in limiter.begin(keys, at: now) } == Self.fiveOf(40))
  }

  @Test func `a clock that goes back makes no wait longer`() {
    var limiter = AttemptLimiter()
    let keys = [AttemptLimiter.Key.account("alice"), .address("192.0.2.1")]
    let start = Date(timeIntervalSince1970: 1_000_000_000)
    for _ in 0..<7 { fail(keys, &limiter, at: start) }
    for back in [1, 60, 365 * 24 * 3600.0] {
      let now = start - back
      #expect(limiter.begin(keys, at: now) == 4)
      #expect(limiter.begin(keys, at: now + 3) == 1)
      #expect(limiter.begin(keys, at: now + 4) == nil)
      limiter.end(keys, as: .unchecked, at: now + 4)
    }
  }

  private static func fiveOf(_ count: Int) -> [TimeInterval?] {
    Array(repeating: nil, count: 5) + Array(repeating: 1, count: count - 5)
  }

  private func fail(_ keys: [AttemptLimiter.Key], _ limiter: inout AttemptLimiter, at now: Date) {
    limiter.end(keys, as: .failed, at: now)
  }

  @Test func `the same address slows down whoever tries many names`() {
    var limiter = AttemptLimiter()
    let now = Date(timeIntervalSince1970: 0)
    for index in 0..<20 { fail([.account("n\(index)"), .address("a")], &limiter, at: now) }
    #expect(limiter.begin([.account("new"), .address("a")], at: now) == 1)
    #expect(limiter.begin([.account("new"), .address("b")], at: now) == nil)
  }

  @Test func `a success forgets the account's failures and not the address's`() {
    var limiter = AttemptLimiter()
    let now = Date(timeIntervalSince1970: 0)
    let keys = [AttemptLimiter.Key.account("alice"), .address("a")]
    for _ in 0..<25 { fail(keys, &limiter, at: now) }
    limiter.end(keys, as: .succeeded, at: now)
    #expect(limiter.begin([.account("alice")], at: now) == nil)
    #expect(limiter.begin(keys, at: now) == 32)
  }

  @Test func `a success at an address does not begin the wait of the others there anew`() {
    var limiter = AttemptLimiter()
    let start = Date(timeIntervalSince1970: 0)
    let alice = [AttemptLimiter.Key.account("alice"), .address("a")]
    for index in 0..<25 { fail([.account("n\(index)"), .address("a")], &limiter, at: start) }
    #expect(limiter.begin(alice, at: start + 31) == 1)
    for second in 32..<40 {
      #expect(limiter.begin(alice, at: start + Double(second)) == nil)
      limiter.end(alice, as: .succeeded, at: start + Double(second))
    }
    // A failure does.
    #expect(limiter.begin(alice, at: start + 40) == nil)
    // So does an attempt of which nobody knows yet whether it fails.
    #expect(limiter.begin(alice, at: start + 41) == 63)
    limiter.end(alice, as: .failed, at: start + 41)
    #expect(limiter.begin(alice, at: start + 42) == 63)
  }

  @Test func `in an hour as many failures are forgotten as are free, one after the other`() {
    for (key, free, interval) in [
      (AttemptLimiter.Key.account("alice"), 5, 720.0), (.address("a"), 20, 180.0),
    ] {
      var limiter = AttemptLimiter()
      let start = Date(timeIntervalSince1970: 0)
      for _ in 0..<(free + 8) { fail([key], &limiter, at: start) }
      #expect(limiter.begin([key], at: start) == 256)
      // After three are forgotten, the next failure is the sixth that is not free.
      let later = start + 3 * interval
      #expect(limiter.begin([key], at: later) == nil)
      limiter.end([key], as: .failed, at: later)
      #expect(limiter.begin([key], at: later) == 64)
      // Success, and what was not checked, hold nothing up.
      let quiet = later + 3 * 3600
      for second in stride(from: 100, to: 3600, by: interval) {
        #expect(limiter.begin([key], at: later + second) == nil)
        limiter.end([key], as: .unchecked, at: later + second)
      }
      for _ in 0..<(free - 1) { fail([key], &limiter, at: quiet) }
      #expect(limiter.begin([key], at: quiet) == nil)
    }
  }

  @Test func `whoever goes on guessing has as many guesses as SECURITY.md says`() {
    for (key, inFirstHour, inFirstDay) in [
      (AttemptLimiter.Key.account("alice"), 19, 134), (.address("a"), 47, 507),
    ] {
      var limiter = AttemptLimiter()
      let start = Date(timeIntervalSince1970: 0)
      var now = start
      var guesses: [Date] = []
      while now < start + 86_400 {
        if let wait = limiter.begin([key], at: now) {
          now += wait
        } else {
          guesses.append(now)
          limiter.end([key], as: .failed, at: now)
        }
      }
      #expect(guesses.count { $0 < start + 3600 } == inFirstHour, "\(key)")
      #expect(guesses.count == inFirstDay, "\(key)")
    }
  }

  @Test func `the memory is bounded, the newest entry stays, and no kind pushes out another`() {
    var limiter = AttemptLimiter(capacity: 100)
    let start = Date(timeIntervalSince1970: 0)
    for _ in 0..<6 { fail([.account("alice")], &limiter, at: start) }
    for second in 0..<1000 {
      let now = Date(timeIntervalSince1970: Double(second))
      for _ in 0..<6 {
        fail([.unknown([UInt8(second % 256), UInt8(second / 256)])], &limiter, at: now)
      }
    }
    #expect(limiter.begin([.unknown([231, 3])], at: Date(timeIntervalSince1970: 999)) != nil)
    #expect(limiter.begin([.unknown([1, 0])], at: Date(timeIntervalSince1970: 1)) == nil)
    #expect(limiter.begin([.account("alice")], at: start) != nil)
  }
}
