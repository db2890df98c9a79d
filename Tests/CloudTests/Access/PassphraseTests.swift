import CloudServer
import Foundation
import Testing

/// How passphrases are kept, and what guessing costs.
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
    let keys = [AttemptLimiter.Key.name("alice"), .address("192.0.2.1")]
    var waits: [TimeInterval?] = []
    for _ in 0..<9 {
      waits.append(limiter.wait(for: keys, at: start))
      limiter.failed(keys, at: start)
    }
    #expect(waits == [nil, nil, nil, nil, nil, 1, 2, 4, 8])
    #expect(limiter.wait(for: keys, at: start.addingTimeInterval(15)) == 1)
    #expect(limiter.wait(for: keys, at: start.addingTimeInterval(16)) == nil)
    for _ in 0..<40 { limiter.failed(keys, at: start) }
    #expect(limiter.wait(for: keys, at: start) == 900)
  }

  @Test func `the same address slows down whoever tries many names`() {
    var limiter = AttemptLimiter()
    let now = Date(timeIntervalSince1970: 0)
    for index in 0..<20 { limiter.failed([.name("n\(index)"), .address("a")], at: now) }
    #expect(limiter.wait(for: [.name("new"), .address("a")], at: now) == 1)
    #expect(limiter.wait(for: [.name("new"), .address("b")], at: now) == nil)
  }

  @Test func `a success forgets the name's failures and not the address's`() {
    var limiter = AttemptLimiter()
    let now = Date(timeIntervalSince1970: 0)
    for _ in 0..<25 { limiter.failed([.name("alice"), .address("a")], at: now) }
    limiter.succeeded(name: "alice")
    #expect(limiter.wait(for: [.name("alice")], at: now) == nil)
    #expect(limiter.wait(for: [.name("alice"), .address("a")], at: now) == 32)
  }

  @Test func `what is remembered is bounded, and the newest stays`() {
    var limiter = AttemptLimiter(capacity: 100)
    for second in 0..<1000 {
      let now = Date(timeIntervalSince1970: Double(second))
      for _ in 0..<6 { limiter.failed([.name("n\(second)")], at: now) }
    }
    let end = Date(timeIntervalSince1970: 999)
    #expect(limiter.wait(for: [.name("n999")], at: end) != nil)
    #expect(limiter.wait(for: [.name("n1")], at: Date(timeIntervalSince1970: 1)) == nil)
  }
}
