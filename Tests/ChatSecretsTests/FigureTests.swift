import Foundation
import Testing

@testable import ChatSecrets

/// What sealing costs.
///
/// `ZONECHAT_FIGURES=1` prints it, of an optimised build; otherwise nothing is measured.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ZONECHAT_FIGURES"] == "1"), .serialized)
struct FigureTests {
  private let alice = Person("alice")

  /// Prints the mean of `count` runs, in time of one processor: others may be busy.
  private func measure(_ what: String, count: Int, _ body: (Int) throws -> Void) rethrows {
    let begin = clock()
    for number in 0..<count { try body(number) }
    let seconds = Double(clock() - begin) / Double(CLOCKS_PER_SEC) / Double(count)
    print("\(what): \((seconds * 1e7).rounded() / 10) µs")
  }

  @Test func `what messages, statements, cards and files cost`() throws {
    let people = (0..<99).map { Person("person\($0)") }
    var group = try SealedGroup(alice, people)
    let content = SealedFields([
      "text": .string("I shall be at the station at nine, on the platform of the night train."),
      "timestamp": .timestamp(1_767_225_600_000), "revision": .int64(0),
    ]).encoded
    let places = (0..<10_000).map { RecordPlace(type: "SealedMessage", name: "m\($0)", time: 5) }
    var sealed: [[UInt8]] = []
    try measure("seal a message", count: places.count) {
      sealed.append(try group.chat.seal(content, at: places[$0]))
    }
    measure("open a message", count: places.count) {
      #expect(group.chat.open(sealed[$0], at: places[$0]).content == content)
    }
    print("a message of \(content.count) bytes: \(sealed[0].count) bytes")
    let key = alice.secrets.newest.signing
    let signature = key.sign(.record, content)
    measure("check a signature", count: 10_000) { _ in
      #expect(key.verificationKey.isValid(signature, .record, content))
    }
    try measure("begin an epoch of 100 members", count: 20) { _ in
      _ = try group.chat.next(admitting: group.admitted, renewing: true, time: 5)
    }
    try group.next(group.admitted, renewing: true)
    print("its statement: \(group.statements[1].count) bytes")
    try measure("read both statements", count: 100) { _ in _ = try group.view(of: people[7]) }
    let card = alice.card.encoded
    try measure("read a card", count: 1000) { _ in _ = try AccountCard(card) }
    let asset = try #require(SealedAsset(.random(), size: 1 << 20))
    let chunk = [UInt8](repeating: 1, count: SealedAsset.chunkLength)
    var chunks: [[UInt8]] = []
    measure("seal 64 KiB of a file", count: 1000) { chunks = [asset.seal(chunk, chunk: $0 % 16)] }
    try measure("open 64 KiB of a file", count: 1000) { _ in
      _ = try asset.open(chunks[0], chunk: 999 % 16)
    }
    try measure("split a passphrase", count: 3) { _ in
      _ = try SplitPassphrase("correct horse battery staple again", accountName: "alice")
    }
  }
}
