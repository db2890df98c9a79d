import Foundation
import LocationValues

extension PredicateCorpus {
  /// Formats that can be read, and that CloudKit refuses when the query is executed; each with the
  /// reason of the compiler.
  static var refused: [PredicateCorpus] {
    let place = CLLocation(latitude: 0, longitude: 0)
    let or = "CloudKit does not support OR. Use IN for one of several values, or two queries."
    let negation =
      "CloudKit does not support NOT of BETWEEN, of distances and of searches for words."
    let circle = "CloudKit finds what is inside of a circle: use < with a distance."
    func options(_ comparator: String) -> String {
      "CloudKit does not support options such as [cd] with \(comparator)."
    }
    func part(_ what: String) -> String { "CloudKit does not support \(what) in queries." }
    func path(_ path: String) -> String {
      "A query compares fields of the record itself, and no key path such as ‘\(path)’."
    }
    return [
      Self("name == %@ OR email == %@", or, "a", "b"), Self("name == 'a' || name == 'b'", or),
      Self("NOT (name == 'a' OR name == 'b')", or),
      Self("NOT (name == 'a' AND score == 1)", "CloudKit does not support NOT of an AND."),
      Self("NOT (date BETWEEN {1, 2})", negation), Self("NOT (self contains 'x')", negation),
      Self("NOT (allTokens TOKENMATCHES[cdl] 'x')", negation),
      Self("NOT (distanceToLocation:fromLocation:(location, %@) < 5)", negation, place),
      Self("distanceToLocation:fromLocation:(location, %@) > 5", circle, place),
      Self("distanceToLocation:fromLocation:(location, %@) == %@", circle, place, 5),
      Self(
        "distanceToLocation:fromLocation:(location, %@) < 5",
        "A distance is between a field and a CLLocation.", "x"),
      Self(
        "distanceToLocation:fromLocation:(location, %@) < %@", "A distance is a number of metres.",
        place, "x"),
      Self("name CONTAINS[cd] %@", options("CONTAINS"), "a"),
      Self("title contains[c] %@", options("CONTAINS"), "a"),
      Self("name BEGINSWITH[c] %@", options("BEGINSWITH"), "a"),
      Self("name ==[c] %@", options("=="), "a"),
      Self("name LIKE %@", part("LIKE"), "*a*"), Self("name ENDSWITH %@", part("ENDSWITH"), "a"),
      Self("name MATCHES %@", part("MATCHES"), ".*"), Self("ALL tags == %@", part("ALL"), "a"),
      Self("ANY score > 5", part("ANY with >")), Self("score > nil", part("GREATER_THAN with NIL")),
      Self("name IN {'a', nil}", part("NIL in a list")),
      Self("score + 1 > 5", part("‘add:to:’ of fields")),
      Self("name == $NAME", part("variables such as ‘$NAME’")),
      Self(
        "SUBQUERY(tags, $t, $t == 'a').@count == 1",
        part("key paths of other values than the record")),
      Self("user.name == %@", path("user.name"), "a"),
      Self("ANY participants.handle == %@", path("participants.handle"), "a"),
      Self("ANY creators.name contains %@", path("creators.name"), "a"),
      Self("performers.@count > 0", path("performers.@count")),
      Self("#_secret == 1", "No field can have the name ‘_secret’."),
      Self("größe == 1", "No field can have the name ‘größe’."),
      Self("name IN 'abc'", "IN needs a list of values, or a value and a field with a list."),
      Self("score BETWEEN {1}", "BETWEEN needs a list of two values."),
      Self("SELF == %@", part("== with SELF"), "a"),
      Self("allTokens == %@", part("== with SELF"), "a"),
      Self("name == email", "CloudKit compares a field with a value, and not == of these two."),
      Self("1 == 1", "CloudKit compares a field with a value, and not == of these two."),
      Self("name == %@", "CloudKit has no values of the type URL.", URL(filePath: "/")),
      Self("allTokens TOKENMATCHES[cdl] %@", "A search for words needs a text.", 5),
    ]
  }

  /// Formats that the compiler translates, and that the cloud refuses by its schema; each with the
  /// cloud's reason.
  static var refusedByCloud: [PredicateCorpus] {
    func unfit(_ field: String, _ type: String, _ filter: String) -> String {
      "Field '\(field)' has a value type of \(type) and cannot be queried using filter \(filter)"
    }
    return [
      // A part of a text is no search that CloudKit has.
      Self("name CONTAINS %@", unfit("name", "STRING", "type LIST_CONTAINS"), "li"),
      Self("recordName == %@", unfit("recordName", "REFERENCE", "value type STRING"), "a"),
      Self("___recordID == %@", unfit("recordName", "REFERENCE", "value type STRING"), "a"),
      Self("score == %@", unfit("score", "INT64", "value type STRING"), "10"),
      Self("score == 1.5", unfit("score", "INT64", "value type DOUBLE")),
      Self("date > 5", unfit("date", "TIMESTAMP", "value type INT64")),
      Self("tags == %@", unfit("tags", "STRING_LIST", "type EQUALS"), "red"),
      Self(
        "location == %@", unfit("location", "LOCATION", "type EQUALS"),
        CLLocation(latitude: 0, longitude: 0)),
      // CloudKit wants the type of a list's elements to be that of the field.
      Self("price IN {1, 2}", unfit("price", "DOUBLE", "value type INT64_LIST")),
      Self("unknown == 1", "Field 'unknown' is not marked queryable"),
    ]
  }
}
