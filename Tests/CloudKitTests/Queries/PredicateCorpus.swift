import Foundation
import LocationValues

/// Formats as apps have them that use CloudKit, with the records of `SampleCloud` that they find.
struct PredicateCorpus {
  var format: String
  var arguments: [Any]
  var expected: String

  init(_ format: String, _ expected: String, _ arguments: Any...) {
    self.format = format
    self.arguments = arguments
    self.expected = expected
  }

  private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
  /// When the records were saved: a second after the other, and some milliseconds.
  private static func saved(_ second: Double) -> NSDate { date(1_800_000_000 + second) as NSDate }
  private static func ref(_ names: String...) -> [TestReference] { names.map(TestReference.init) }
  private static let paris = SampleCloud.places["Paris"] ?? CLLocation(latitude: 0, longitude: 0)

  static var accepted: [PredicateCorpus] {
    wholeType + systemFields + comparisons + texts + lists + references + places + words + found
  }

  private static var wholeType: [PredicateCorpus] {
    [
      Self("TRUEPREDICATE", "a b c n"), Self("truepredicate", "a b c n"),
      Self("FALSEPREDICATE", ""),
      Self("TRUEPREDICATE AND isDeleted == 0", "a c"),
    ]
  }

  private static var systemFields: [PredicateCorpus] {
    [
      Self("recordID == %@", "a", ref("a")[0]), Self("recordID = %@", "b", ref("b")[0]),
      Self("recordID != %@", "b c n", ref("a")[0]), Self("___recordID == %@", "c", ref("c")[0]),
      Self("recordID IN %@", "a c", ref("a", "c")), Self("recordID in %@", "n", ref("n", "other")),
      Self("recordID IN %@", "", [TestReference]()),
      Self("NOT (recordID IN %@)", "b n", ref("a", "c")),
      Self("NOT (recordID IN %@)", "a b c n", [TestReference]()),
      Self("NOT (recordID IN %@) AND Status == 1", "c", ref("a")),
      Self("recordID IN %@ AND year = %@", "a", ref("a", "c"), "2016"),
      Self("creationDate > %@", "b c n", saved(1.5)), Self("creationDate < %@", "a", saved(1.5)),
      Self("creationDate >= %@ AND creationDate < %@", "b c", saved(1.5), saved(3.5)),
      Self("creationDate > %@ && creationDate < %@", "b", saved(1.5), saved(2.5)),
      Self("%K > %@", "c n", "creationDate", saved(2.5)),
      Self("modificationDate > %@", "c n", saved(2.5)),
      Self("modificationDate >= %@", "a b c n", Date.distantPast),
      Self("___modTime > %@", "n", saved(3.5)), Self("___createTime <= %@", "a b", saved(2.5)),
      Self("modificationDate > %@", "n", saved(3.5) as any CVarArg),
    ]
  }

  private static var comparisons: [PredicateCorpus] {
    [
      Self("isDeleted == 0", "a c"), Self("isDeleted = %d", "b", 1),
      Self("isCompleted == NO", "a c"), Self("isCompleted == FALSE", "a c"),
      Self("isCompleted == %@", "b", NSNumber(value: true)), Self("isPublic == YES", "a c"),
      Self("isPublic = true", "a c"), Self("isPublic == %d", "a c", 1),
      Self("isRead == %@", "b", true),
      Self("isActive == 1 AND isDeleted == 0", "a c"), Self("score > %d", "b c", 10),
      Self("score >= %i", "b c", 20), Self("score > %ld", "c", 20),
      Self("level < %lu", "a", UInt(20)),
      Self("score < %@", "a b", NSNumber(value: 25)), Self("score != 10", "b c n"),
      Self("score <> 10", "b c n"), Self("score => 20", "b c"), Self("score =< 20", "a b"),
      Self("10 < score", "b c"), Self("score == 20.0", "b"),
      Self("capacity >= 10 && capacity <= 20", "a b"),
      Self("score BETWEEN {10, 20}", "a b"), Self("%K BETWEEN %@", "b c", "score", [15, 30]),
      Self("score IN {10, 30}", "a c"), Self("score IN %@", "b", [20, 99]),
      Self("price < %f", "a", 1.75), Self("price <= %@", "a b", 2.0), Self("price == 2", "b"),
      Self("rating >= 2", "b c"), Self("rating > %g", "c", 2.5), Self("price > -1.5e0", "a b c"),
      Self("date >= %@ AND date <= %@", "a b", date(1000) as NSDate, date(2000) as NSDate),
      Self("(date >= %@) AND (date <= %@)", "b", date(1500), date(2500)),
      Self("date > %@", "b c", date(1000) as any CVarArg),
      Self("%K >= %@", "c", "createdAt", date(3000)),
      Self("date BETWEEN %@", "a b", [date(0), date(2000)]),
      Self("date BETWEEN {%@, %@}", "b c", date(1500), date(3000)),
      Self("startDate <= %@ AND endDate >= %@", "b", date(2200), date(2200)),
      Self("expirationDate < now()", "a b c"), Self("expirationDate > now()", ""),
      Self("timestamp == %@", "c", date(3000)), Self("score != nil", "a b c"),
      Self("score == nil", "n"),
    ]
  }

  private static var texts: [PredicateCorpus] {
    [
      Self("email == %@", "a", "1"), Self("ID = '1' ", "a"), Self("Facebook_ID = '2' ", "b"),
      Self("icloud_id == %@", "c", "3"), Self("userID == %@", "", "none"),
      Self("%K == %@", "b", "SessionID", "2"), Self("%K == %@", "", "beaconID", "36996E77:1:2"),
      Self("receiver == %@", "a", "1" as NSString), Self("name = \"Alice\"", "a"),
      Self("name == 'Alice' AND (isDeleted == 0 AND score > 5)", "a"),
      Self("self.name == %@", "b", "Bob"),
      // CloudKit's page calls comparisons of whole texts case-insensitive; the cloud compares exactly.
      Self("name == 'alice'", ""), Self("name > 'Z'", "c"),
      Self("title BEGINSWITH %@", "a c", "Urgent"), Self("heading beginswith %@", "b", "milk"),
      Self("FullName BEGINSWITH %@", "a", "Al"), Self("%K BEGINSWITH %@", "c", "name", "al"),
      Self("NOT (title BEGINSWITH %@)", "b n", "Urgent"),
      Self("date > %@ AND name BEGINSWITH %@", "c", date(1), "al"),
      Self("name != nil", "a b c"), Self("name == nil", "n"), Self("name == NULL", "n"),
      Self("name = NIL", "n"), Self("name == %@", "n", NSNull()), Self("email != %@", "b c n", "1"),
      Self("email == %@ && code == %@", "a", "1", "1"), Self("username IN %@", "a c", ["1", "3"]),
      Self("NOT (username IN %@)", "b n", ["1", "3"]),
      Self("NOT username IN %@", "a b n", ["3"] as NSArray),
      Self("NOT (name == %@)", "b c n", "Alice"), Self("!(name == %@)", "b c n", "Alice"),
      Self("genre == 'red' AND NOT (name IN {'Bob'})", "a"),
      Self("%K == %@ AND %K == %@", "a", "genre", "red", "score", 10),
      Self("%K != %@", "a c n", "name", "Bob"),
    ]
  }

  private static var lists: [PredicateCorpus] {
    [
      Self("tags CONTAINS %@", "a b", "green"), Self("%K CONTAINS %@", "a", "tags", "red"),
      Self("NOT (tags CONTAINS %@)", "b c n", "red"), Self("NOT tags CONTAINS %@", "c n", "green"),
      Self("favoriteColors CONTAINS 'red'", "a"), Self("'red' IN favoriteColors", "a"),
      Self("%@ IN favoriteColors", "a b", "green"), Self("ANY favoriteColors = 'red'", "a"),
      Self("ANY favoriteColors == %@", "b", "blue"),
      Self("SOME favoriteColors = %@", "a b", "green"),
      Self("ANY favoriteColors IN { 'red', 'blue' }", "a b"),
      Self("ANY tags in %@", "c", ["reddish", "x"]),
      Self("ANY favoriteColors BEGINSWITH 'red'", "a c"), Self("NONE tags IN %@", "c n", ["green"]),
      Self("NOT (ANY tags IN %@)", "b c n", ["red"]),
      Self("favoriteColor IN { 'red', 'green' }", "a c"),
      Self("ANY { 'red', 'green' } = favoriteColor", "a c"),
      Self("favoriteColor IN %@", "b", ["blue"]),
      Self("tags CONTAINS %@ AND tags CONTAINS %@", "a", "red", "green"),
    ]
  }

  private static var references: [PredicateCorpus] {
    [
      Self("list == %@", "a c", ref("x")[0]), Self("owner = %@", "b", ref("y")[0]),
      Self("post IN %@", "a b c", ref("x", "y")), Self("NOT (list == %@)", "b n", ref("x")[0]),
      Self("owner != %@", "a c n", ref("y")[0]),
      Self("list = %@ AND isCompleted = %d", "a c", ref("x")[0], 0),
      Self("participants CONTAINS %@", "a b", ref("x")[0]),
      Self("student CONTAINS %@", "c", ref("z")[0]),
      Self("%K CONTAINS %@", "b", "participants", ref("y")[0]),
      Self("%@ IN participants", "a b", ref("x")[0]),
    ]
  }

  private static var places: [PredicateCorpus] {
    [
      Self("distanceToLocation:fromLocation:(location, %@) < %f", "a", paris, 10_000.0),
      Self("distanceToLocation:fromLocation:(location, %@) < 100", "a", paris),
      Self("distanceToLocation:fromLocation:(%K, %@) < %f", "a b", "location", paris, 400_000.0),
      Self("distanceToLocation:fromLocation:(Location,%@) < %f", "a b c", paris, 20_000_000.0),
      Self("distanceToLocation:fromLocation:(coordinate, %@) <= %@", "a", paris, 5),
      Self(
        "distanceToLocation:fromLocation:(location, %@) < 400000 and recordID != %@", "b", paris,
        ref("a")[0]),
      Self(
        "distanceToLocation:fromLocation:(location, %@) < %f AND isPublic == 1", "a", paris,
        400_000.0
      ),
      Self(
        "%K IN %@ AND distanceToLocation:fromLocation:(location, %@) < %f", "b", "list", ref("y"),
        paris, 400_000.0),
    ]
  }

  private static var words: [PredicateCorpus] {
    [
      Self("allTokens TOKENMATCHES[cdl] %@", "a b", "milk"),
      Self("allTokens TOKENMATCHES[cdl]  %@", "b", "MILK toast"),
      Self("allTokens TOKENMATCHES[cdl] %@", "b c", "bread"),
      Self("allTokens TOKENMATCHES[cdl] %@", "", "..."),
      Self("self contains %@", "a c", "urgent"), Self("self contains 'breakfast toast'", "a b"),
      Self("self contains 'milk' AND self contains 'toast'", "b"),
      Self("SELF CONTAINS %@", "", "mil"),
      Self("allTokens TOKENMATCHES tokenize:using:('buy milk', 'cdl')", "a"),
      Self("title TOKENMATCHES[cdl] %@", "b", "bread milk"),
      Self("allTokens TOKENMATCHES[cdl] %@ AND isDeleted == %d", "a", "milk", 0),
    ]
  }
}
