import CloudCommands
import CloudModel
import Foundation
import Testing

/// The values of fields as people and files write them.
@Suite struct RecordValuesTests {
  private static func read(assignments: [String] = [], json: String? = nil) throws -> RecordValues {
    var values = RecordValues(type: try Post.type())
    if let json { try values.take(json: json) }
    for assignment in assignments { try values.take(assignment: assignment) }
    return values
  }

  @Test func `a value has the type of its field`() throws {
    let values = try Self.read(assignments: [
      "title= a = \"b\" ", "cheers=false", "rating=-0.5", "at=2026-11-25", "place=48.1, 11.5",
      "list=groceries", "data=AAEC", "tags=[\"a\",\"b, c\"]", "days=[\"2026-11-25\",0]",
      "note=secret", "author=",
    ])
    #expect(
      values.fields == [
        "title": .string(" a = \"b\" "), "cheers": .int64(0), "rating": .double(-0.5),
        "at": .date(Date(millisecondsSince1970: 1_795_564_800_000)),
        "place": .location(Location(latitude: 48.1, longitude: 11.5)),
        "list": .reference(Reference(recordName: "groceries", action: .none)),
        "data": .bytes(Data([0, 1, 2])), "tags": .list([.string("a"), .string("b, c")]),
        "days": .list([
          .date(Date(millisecondsSince1970: 1_795_564_800_000)),
          .date(Date(millisecondsSince1970: 0)),
        ]), "note": .string("secret"), "author": .string(""),
      ])
    #expect(values.encrypted == ["note"] && values.cleared.isEmpty)
  }

  @Test func `a file has plain values, values of the protocol, or a whole record`() throws {
    let plain = try Self.read(
      json: #"{"title":"a","cheers":3,"rating":2,"tags":["x"],"at":1000,"author":null}"#)
    #expect(plain.fields["rating"] == .double(2))
    #expect(plain.fields["at"] == .date(Date(millisecondsSince1970: 1000)))
    #expect(plain.cleared == ["author"])
    let typed = try Self.read(
      json: #"{"list":{"value":{"recordName":"g","action":"DELETE_SELF"},"type":"REFERENCE"}}"#)
    #expect(
      typed.fields["list"] == .reference(Reference(recordName: "g", action: .deleteSelf)))
    let whole = try Self.read(
      assignments: ["cheers=4"],
      json: """
        {"recordName":"p","recordChangeTag":"7","createdAt":"…",
         "fields":{"title":{"type":"STRING","value":"a"},"cheers":{"type":"INT64","value":3}}}
        """)
    #expect(whole.recordChangeTag == "7")
    #expect(whole.fields == ["title": .string("a"), "cheers": .int64(4)])
  }

  @Test func `the last word about a field counts`() throws {
    var values = try Self.read(assignments: ["title=a", "cheers=1", "photo=@a.jpg"])
    try values.clear("title")
    try values.clear("photo")
    try values.take(assignment: "cheers=2")
    #expect(values.fields == ["cheers": .int64(2)] && values.cleared == ["title", "photo"])
    #expect(values.files.isEmpty)
  }

  @Test(arguments: [
    ("title", "is no FIELD=VALUE"), ("=a", "Post has no field ‘’"),
    ("titel=a", "Post has no field ‘titel’"), ("recordName=a", "recordName is a system field"),
    ("cheers=", "‘’ is no INT64"), ("cheers=1e3", "is no INT64"), ("data=a b", "is no BYTES"),
    ("place=1,2,3", "is no LOCATION"), ("list=", "is no REFERENCE"),
    ("tags=a", "tags is a list of STRING: expected a JSON array"),
    ("tags=[1]", "tags: Invalid value, expected type STRING"),
    ("tags=[null]", "tags: expected STRING"),
    ("tags=[[\"a\"]]", "tags: Invalid value"), ("photo=a", "expected @ and the path"),
  ])
  func `an assignment that cannot be read is named with the expected form`(
    text: String, words: String
  ) {
    let message = refusal { try Self.read(assignments: [text]) }
    #expect(message.contains(words), "\(message)")
  }

  @Test(arguments: [
    ("", "expected one JSON object"), ("[]", "expected one JSON object"),
    ("{} {}", "expected one JSON object"), (#"{"nothing":1}"#, "has no field ‘nothing’"),
    (#"{"cheers":1.5}"#, "cheers: Invalid value, expected type INT64"),
    (#"{"cheers":{"value":"a","type":"INT64"}}"#, "cheers: Invalid value"),
    (#"{"cheers":{"value":1,"type":"INT65"}}"#, "cheers: Invalid value, unknown 'type'"),
    (#"{"tags":"a"}"#, "tags: expected a list"), (#"{"title":{"a":1}}"#, "title: Invalid value"),
    (#"{"at":99999999999999999}"#, "at: Invalid value"),
    (#"{"createdTimestamp":1}"#, "createdTimestamp is a system field"),
  ])
  func `an object that cannot be read is named with the expected form`(text: String, words: String)
  {
    let message = refusal { try Self.read(json: text) }
    #expect(message.contains(words), "\(message)")
  }
}
