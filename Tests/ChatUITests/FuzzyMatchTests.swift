import ChatUI
import Testing

struct FuzzyMatchTests {
  private func best(_ pattern: String, of names: [String]) -> [String] {
    names.compactMap { name in FuzzyMatch.score(of: pattern, in: name).map { ($0, name) } }
      .sorted { $0.0 > $1.0 }.map(\.1)
  }

  @Test func `letters must all be there, in order`() {
    #expect(FuzzyMatch.score(of: "rc", in: "Release crew") != nil)
    #expect(FuzzyMatch.score(of: "cr", in: "Release crew") != nil)
    #expect(FuzzyMatch.score(of: "xr", in: "Release crew") == nil)
    #expect(FuzzyMatch.score(of: "wer", in: "Release crew") == nil)
  }

  @Test func `starts of words come first`() {
    #expect(best("rc", of: ["Archive", "Release crew"]).first == "Release crew")
    #expect(best("fam", of: ["Infamous", "Family"]).first == "Family")
  }

  @Test func `an exact name comes first, then names that begin with it`() {
    let names = ["Room 39", "Room 38", "A room 3", "Room 30", "Room 3"]
    #expect(best("room 3", of: names).first == "Room 3")
    #expect(best("room 3", of: names).last == "A room 3")
  }

  @Test func `a start of a word does not hide another match`() {
    #expect(FuzzyMatch.score(of: "es", in: "release e") != nil)
  }

  @Test func `case and accents do not count`() {
    #expect(FuzzyMatch.score(of: "zoe", in: "Zoë") != nil)
  }

  @Test func `nothing typed fits everything`() {
    #expect(FuzzyMatch.score(of: "", in: "Any") == 0)
  }
}
