import CloudModel
import CloudRules
import Foundation
import Testing

/// Keys are in the order of their values.
@Suite struct IndexKeyTests {
  @Test func `keys of any kind are in the order of the values`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    let integers = (0..<200).map { _ in Int64.random(in: .min ... .max, using: &generator) }
    for (a, b) in zip(integers, integers.shuffled(using: &generator)) {
      #expect((try key(.int64(a)) < key(.int64(b))) == (a < b), "seed \(seed)")
    }
    let doubles =
      [-Double.infinity, -1, -0.0, 0, Double.leastNonzeroMagnitude, 1, .infinity]
      + (0..<200).map { _ in Double(bitPattern: generator.next()) }.filter { !$0.isNaN }
    for (a, b) in zip(doubles, doubles.shuffled(using: &generator)) {
      #expect((try key(.double(a)) < key(.double(b))) == (a < b), "seed \(seed)")
    }
    #expect(try key(.double(0)) == key(.double(-0.0)))
    let dates = integers.map { Date(millisecondsSince1970: $0 % 10_000_000_000_000) }
    for (a, b) in zip(dates, dates.shuffled(using: &generator)) {
      #expect((try key(.date(a)) < key(.date(b))) == (a < b), "seed \(seed)")
    }
  }

  @Test func `no value is before every value`() throws {
    #expect(IndexKey.null < IndexKey.lowest)
    #expect(try IndexKey.lowest < key(.int64(.min)))
    #expect(try IndexKey.lowest <= key(.string("")))
    #expect(try key(.string("\u{10FFFF}")) < IndexKey.beyond)
  }

  @Test func `a key is small, and long values stay distinct`() throws {
    let long = String(repeating: "x", count: 100_000)
    #expect(try key(.string(long)).bytes.count < 1100)
    #expect(try key(.string(long)) != key(.string(long + "y")))
    #expect(try key(.string("x")) < key(.string(long)))
  }

  @Test func `every text with a prefix lies between the prefix and the key after it`() throws {
    for text in ["a", "aé", "a\u{10FFFF}", "ab"] {
      let prefix = try key(.string("a"))
      #expect(try prefix <= key(.string(text)))
      #expect(try key(.string(text)) < prefix.afterPrefix)
    }
    #expect(try key(.string("b")) >= key(.string("a")).afterPrefix)
  }

  @Test func `words are without case and without accents`() {
    #expect(SearchWords.words(of: "Crème brûlée, 2 ŒUFS!") == ["creme", "brulee", "2", "œufs"])
    #expect(SearchWords.words(of: " -- ") == [])
    #expect(SearchWords.words(of: "東京 ÉTÉ été") == ["東京", "ete"])
  }

  private func key(_ value: FieldValue) throws -> IndexKey { try #require(IndexKey(value)) }
}
