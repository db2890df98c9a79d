import CloudCommands
import CloudModel
import CommandSupport
import Foundation
import Testing

/// Filters as people write them.
@Suite struct FilterTextTests {
  private static func read(_ text: String) throws -> Query.Filter {
    try FilterText.filter(text, of: try Post.type())
  }

  @Test(arguments: [
    ("cheers > 3", Query.Filter(.field("cheers"), .greaterThan, .int64(3))),
    ("cheers>=-3", Query.Filter(.field("cheers"), .greaterThanOrEquals, .int64(-3))),
    ("  cheers\t==\n0  ", Query.Filter(.field("cheers"), .equals, .int64(0))),
    ("cheers = true", Query.Filter(.field("cheers"), .equals, .int64(1))),
    ("author = \"ann\"", Query.Filter(.field("author"), .equals, .string("ann"))),
    ("author = ann", Query.Filter(.field("author"), .equals, .string("ann"))),
    ("author = 'Ann \"A\" = b'", Query.Filter(.field("author"), .equals, .string("Ann \"A\" = b"))),
    (#"author != "a\"b\\c\nd""#, Query.Filter(.field("author"), .notEquals, .string("a\"b\\c\nd"))),
    ("author = \"\"", Query.Filter(.field("author"), .equals, .string(""))),
    ("author = null", Query.Filter(.field("author"), .equals, nil)),
    ("author = \"null\"", Query.Filter(.field("author"), .equals, .string("null"))),
    ("author = 3", Query.Filter(.field("author"), .equals, .string("3"))),
    ("author = 👩‍👩‍👧", Query.Filter(.field("author"), .equals, .string("👩‍👩‍👧"))),
    ("rating < 1.5e3", Query.Filter(.field("rating"), .lessThan, .double(1500))),
    (
      "cheers in (1, 2,3)",
      Query.Filter(.field("cheers"), .in, .list([.int64(1), .int64(2), .int64(3)]))
    ),
    ("cheers not in [1]", Query.Filter(.field("cheers"), .notIn, .list([.int64(1)]))),
    ("cheers NOT_IN (2)", Query.Filter(.field("cheers"), .notIn, .list([.int64(2)]))),
    ("title begins-with Gro", Query.Filter(.field("title"), .beginsWith, .string("Gro"))),
    ("title not begins-with 'a b'", Query.Filter(.field("title"), .notBeginsWith, .string("a b"))),
    (
      "tags LIST_CONTAINS_ANY (\"a,b\", c)",
      Query.Filter(.field("tags"), .listContainsAny, .list([.string("a,b"), .string("c")]))
    ),
    ("tags list-contains red", Query.Filter(.field("tags"), .listContains, .string("red"))),
    (
      "body contains-all-tokens 'oat milk'",
      Query.Filter(.field("body"), .containsAllTokens, .string("oat milk"))
    ),
    (
      "place near 48.1,-11.5 within 500",
      Query.Filter(
        .field("place"), .near, .location(Location(latitude: 48.1, longitude: -11.5)),
        distance: 500)
    ),
    (
      "at >= 2026-11-25",
      Query.Filter(
        .field("at"), .greaterThanOrEquals, .date(Date(millisecondsSince1970: 1_795_564_800_000)))
    ),
    (
      "at < 2026-11-25T01:00:00+01:00",
      Query.Filter(.field("at"), .lessThan, .date(Date(millisecondsSince1970: 1_795_564_800_000)))
    ),
    (
      "at = 1795564800123",
      Query.Filter(.field("at"), .equals, .date(Date(millisecondsSince1970: 1_795_564_800_123)))
    ),
    (
      "list = groceries",
      Query.Filter(
        .field("list"), .equals, .reference(Reference(recordName: "groceries", action: .none)))
    ),
    (
      "recordName = r1",
      Query.Filter(
        .field("recordName"), .equals, .reference(Reference(recordName: "r1", action: .none)))
    ),
    (
      "___modTime > 0",
      Query.Filter(.field("___modTime"), .greaterThan, .date(Date(millisecondsSince1970: 0)))
    ),
  ])
  func `a filter is a field, a comparator and a value of the field's type`(
    text: String, filter: Query.Filter
  ) throws {
    #expect(try Self.read(text) == filter)
  }

  @Test(arguments: [
    ("", "a field's name is expected"), ("   ", "a field's name is expected"),
    ("> 3", "a field's name is expected"), ("cheers", "a comparator is missing; there are = !="),
    ("cheers in ()", "the list is empty"), ("cheers NOT_IN []", "the list is empty"),
    ("cheers like 3", "‘like’ is no comparator"), ("cheers not 3", "‘not’ is no comparator"),
    ("cheers =< 3", "‘=<’ is no comparator"), ("cheers >", "a value is missing"),
    ("cheers > ,", "a value is missing"), ("cheers > many", "‘many’ is no INT64: expected a whole"),
    ("cheers > 9223372036854775808", "is no INT64"), ("cheers > 1.5", "is no INT64"),
    ("rating > nan", "is no DOUBLE"), ("rating > 0x10", "is no DOUBLE"),
    ("rating > 1e999", "is no DOUBLE"), ("at > yesterday", "is no TIMESTAMP: expected a time like"),
    ("at > 2026", "is no TIMESTAMP"), ("at > 2026-13-01", "is no TIMESTAMP"),
    ("at > 9223372036854775807", "is no TIMESTAMP"), ("data = !", "is no BYTES: expected base64"),
    ("cheers > 3 4", "‘4’ is left over"), ("cheers > 3; cheers < 4", "is no INT64"),
    ("author = ann lee", "‘lee’ is left over; a text with blanks or commas stands in quotes"),
    ("author = \"ann", "the closing \" is missing"), (#"author = "a\x""#, "after ‘\\’ one of"),
    (#"author = "a\"#, "after ‘\\’ one of"), ("author = \"a\"b", "‘b’ is left over"),
    ("cheers in 3", "a list in brackets is expected"), ("cheers in (1", "is missing in the list"),
    ("cheers in (1]", "is missing in the list"), ("cheers in (,)", "a value is missing"),
    ("cheers in (1,,2)", "a value is missing"), ("place near 91,0 within 5", "a place is expected"),
    ("place near 48", "a place is expected"), ("place near 48,11", "‘within’ and a distance"),
    ("place near 48,11 within -1", "a distance in metres"), ("photo = a", "is no ASSET"),
    ("tytle = a", "Post has no field ‘tytle’. It has at, author, body"),
  ])
  func `a filter that cannot be read is named with the expected form`(text: String, words: String) {
    let message = refusal { try Self.read(text) }
    #expect(message.contains(words), "\(message)")
  }

  @Test func `no text makes the reader fail otherwise, or go on for ever`() throws {
    let type = try Post.type()
    var random = SplitMix64(seed: 42)
    let pieces = [
      "cheers", "tags", "place", "at", " ", "  ", ">", "=", "!", "not", "in", "near", "within", "(",
      ")", "[", "]", ",", "\"", "'", "\\", "3", "-", "é", "\u{0}", "\u{202E}", "\r\n", "🇩🇪",
      "e\u{301}",
      "null", "NaN", String(repeating: "(", count: 1000),
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do {
        let filter = try FilterText.filter(text, of: type)
        #expect(filter.distance?.isFinite ?? true)
      } catch {
        #expect(error.code == .usage && !error.message.isEmpty, "\(text)")
      }
    }
  }

  @Test func `an order is a field, with its direction or the place that is near`() throws {
    let type = try Post.type()
    #expect(try SortText.descriptor("cheers", of: type) == .init(.field("cheers")))
    #expect(
      try SortText.descriptor("-cheers", of: type)
        == .init(.field("cheers"), isAscending: false))
    #expect(
      try SortText.descriptor("place near 48.1,11.5", of: type)
        == .init(
          .field("place"), relativeLocation: Location(latitude: 48.1, longitude: 11.5)))
    for wrong in ["", "-", "nothing", "cheers down", "place near here", "place near 1,2 3"] {
      _ = refusal { try SortText.descriptor(wrong, of: type) }
    }
  }

  @Test(arguments: [
    ([], [], nil), (["cheers > 3"], ["rating"], nil), (["rating > 3"], [], nil),
    (["author = a"], [], "author QUERYABLE"),
    (["title contains-any-tokens a"], [], "title SEARCHABLE"),
    (["cheers > 3"], ["title"], "title SORTABLE"), ([], ["-modTime"], "modTime SORTABLE"),
    // No index helps an encrypted field.
    (["note = a"], [], nil),
  ])
  func `the index that a query lacks is found`(
    filters: [String], orders: [String], missing: String?
  ) throws {
    let type = try Post.type()
    let query = Query(
      recordType: "Post", filters: try filters.map { try FilterText.filter($0, of: type) },
      sortDescriptors: try orders.map { try SortText.descriptor($0, of: type) })
    let found = MissingIndex(for: query, in: type)
    #expect(found.map { "\($0.field) \($0.index.rawValue)" } == missing)
  }

  @Test func `a query without a filter needs an index on the record names`() throws {
    let type = RecordTypeDefinition(name: "Bare")
    let found = MissingIndex(for: Query(recordType: "Bare"), in: type)
    #expect(found?.field == "recordName" && found?.index == .queryable)
  }
}
