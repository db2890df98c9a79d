import CloudModel
import TerminalUI
import Testing

struct InputDecoderFuzzTests {
  private static let fragments: [[UInt8]] = [
    [0x1B], [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x5D], [0x1B, 0x50], Array("\u{1B}[200~".utf8),
    Array("\u{1B}[201~".utf8), Array("\u{1B}[1;5A".utf8), Array("\u{1B}[<64;5;5M".utf8), [0x07],
    [0x0D], [0x0A], Array("漢é👍".utf8), Array("plain".utf8), [0xE2, 0x82], [0x1B, 0x5C],
    Array("\u{1B}[M".utf8), Array("\u{1B}[[".utf8), Array("\u{1B}[27;2;13~".utf8), [0x3B, 0x3A],
  ]

  private func randomBytes(_ count: Int, using generator: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if Bool.random(using: &generator) {
        bytes += Self.fragments.randomElement(using: &generator) ?? []
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  @Test func `any split of the bytes gives the same events`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let bytes = randomBytes(200, using: &generator)
      var whole = InputDecoder()
      let expected = whole.decode(bytes) + whole.flush()
      var split = InputDecoder()
      var events: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...7, using: &generator)
        events += split.decode(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      events += split.flush()
      #expect(events == expected, "seed \(seed)")
    }
  }

  @Test func `noise never sticks and controls never become text`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      for _ in 0..<20 {
        events += decoder.decode(randomBytes(50, using: &generator))
        if Bool.random(using: &generator) { events += decoder.flush() }
      }
      _ = decoder.flush()
      #expect(!decoder.isPending && !decoder.awaitsRest, "seed \(seed)")
      #expect(decoder.decode("q".utf8) == [.key(.character("q"))], "seed \(seed)")
      let hasControl = events.contains { event in
        guard case .key(let key) = event, case .character(let character) = key.key else {
          return false
        }
        return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
      #expect(!hasControl, "seed \(seed)")
    }
  }
}
