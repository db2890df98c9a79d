import CloudKit
import Foundation

/// Queries, a page at a time.
enum QueryRows {
  static let all: [Row] = rows(finding, found) + predicates + pages

  static let text = RecordRows.text

  static let found = Answers.allTroubles.and([
    .saved: .value("hello"), .changedElsewhere: .value("theirs"),
    .publicRecord: .value("hello"), .othersPublicRecord: .value("hello"),
    .publicRecordWithoutAccount: .value("hello"),
    .readWriteShare: .value("hello"), .readOnlyShare: .value("hello"),
    .quotaExceeded: .value("hello"),
    .noZone: .call(.zoneNotFound), .deletedZone: .call(.zoneNotFound),
    .purgedZone: .call(.userDeletedZone),
    .privateZoneInSharedDatabase: .call(.zoneNotFound),
    .invited: .call(.zoneNotFound), .notInvited: .call(.zoneNotFound),
    .removedFromShare: .call(.zoneNotFound), .shareEnded: .call(.zoneNotFound),
  ])

  /// The place's record; the public database has those of other rows as well.
  static func query(_ place: Place) -> CKQuery {
    CKQuery(
      recordType: "Note",
      predicate: NSPredicate(format: "row == %@", place.me))
  }

  private static let finding: [Call] = [
    Call("records(matching:)", .batch) { place in
      let page = try await place.database.records(
        matching: query(place), inZoneWith: place.zoneID)
      return "[\(page.matchResults.map { ErrorText.text($0.1, text) }.joined(separator: ", "))]"
    },
    Call("fetch(withQuery:)", .batchHandler) { place in
      try await handled({
        place.database.fetch(
          withQuery: query(place), inZoneWith: place.zoneID, completionHandler: $0)
      }) { page in
        "[\(page.matchResults.map { ErrorText.text($0.1, text) }.joined(separator: ", "))]"
      }
    },
    Call("CKQueryOperation", .operation) { place in
      let operation = CKQueryOperation(query: query(place))
      operation.zoneID = place.zoneID
      return await run(operation, on: place.database) { operation, log in
        operation.recordMatchedBlock = { log.item($1, text) }
        operation.queryResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - What a query may ask

  private static func matching(
    _ format: String, _ expected: String, type: String = "Note", _ arguments: [String] = []
  ) -> Row {
    row("records(matching: \(type), \(format))", .batch, .saved, expected) { place in
      place.record["number"] = 5
      place.record["bytes"] = Data([1])
      place.record.encryptedValues["secret"] = "secret"
      place.record["tags"] = ["a", "b"]
      try await place.database.save(place.record)
      let query = CKQuery(
        recordType: type, predicate: NSPredicate(format: format, argumentArray: arguments))
      let page = try await place.database.records(matching: query)
      return "[\(page.matchResults.map { ErrorText.text($0.1, text) }.joined(separator: ", "))]"
    }
  }

  private static let predicates: [Row] = [
    matching("TRUEPREDICATE", "!invalidArguments"),
    matching("recordID == 'note'", "!invalidArguments"),
    matching("text == 'hello'", "[hello]"), matching("text == %@", "[hello]", ["hello"]),
    matching("text == 'other'", "[]"), matching("text BEGINSWITH 'he'", "[hello]"),
    matching("number > 4 AND number <= 5", "[hello]"), matching("number != 5", "[]"),
    matching("number BETWEEN {1, 5}", "[hello]"), matching("number IN {1, 5}", "[hello]"),
    matching("tags CONTAINS 'a'", "[hello]"), matching("tags CONTAINS 'c'", "[]"),
    matching("NOT (text == 'hello')", "[]"),
    matching("text == 'hello' OR number == 5", "!invalidArguments"),
    matching("text ENDSWITH 'lo'", "!invalidArguments"),
    matching("text LIKE 'h*'", "!invalidArguments"),
    matching("bytes == 'x'", "!invalidArguments"), matching("secret == 'x'", "!invalidArguments"),
    matching("nothing == 'x'", "!invalidArguments"),
    matching("text == 'x'", "!unknownItem", type: "Nothing"),
    row("records(matching:) with a block", .batch, .saved, "!invalidArguments") { place in
      let query = CKQuery(recordType: "Note", predicate: NSPredicate { _, _ in true })
      return "\(try await place.database.records(matching: query).matchResults.count)"
    },
    row("records(matching:) in no zone", .batch, .readWriteShare, "!invalidArguments") { place in
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
      return "\(try await place.database.records(matching: query).matchResults.count)"
    },
    row("CKQueryOperation without a query", .operation, .saved, "end !invalidArguments") { place in
      await run(CKQueryOperation(), on: place.database) { operation, log in
        operation.queryResultBlock = { log.end($0) }
      }
    },
    row("records(matching:) in no zone", .batch, .saved, "2") { place in
      let elsewhere = CKRecord(recordType: "Note")
      elsewhere["row"] = place.me
      try await place.database.save(elsewhere)
      return "\(try await place.database.records(matching: query(place)).matchResults.count)"
    },
  ]

  // MARK: - Pages

  private static func addRecords(_ place: Place) async throws {
    let records = (1..<5).map { index in
      let record = place.newRecord("more \(index)")
      record["text"] = "\(index)"
      return record
    }
    _ = try await place.database.modifyRecords(saving: records, deleting: [])
  }

  private static let everything: CKQuery = {
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "text != 'none'"))
    query.sortDescriptors = [NSSortDescriptor(key: "text", ascending: false)]
    return query
  }()

  private static let pages: [Row] = [
    row("records(matching:resultsLimit:)", .batch, .saved, "hello 4, 3 2, 1") { place in
      try await addRecords(place)
      var page = try await place.database.records(
        matching: everything, inZoneWith: place.zoneID, resultsLimit: 2)
      var pages = [page.matchResults]
      while let cursor = page.queryCursor {
        page = try await place.database.records(continuingMatchFrom: cursor, resultsLimit: 2)
        pages.append(page.matchResults)
      }
      return pages.map { $0.map { ErrorText.text($0.1, text) }.joined(separator: " ") }
        .joined(separator: ", ")
    },
    row("fetch(withCursor:)", .batchHandler, .saved, "3 2 1, no cursor") { place in
      try await addRecords(place)
      let page = try await place.database.records(
        matching: everything, inZoneWith: place.zoneID, resultsLimit: 2)
      guard let cursor = page.queryCursor else { return "no cursor" }
      return try await handled({
        place.database.fetch(withCursor: cursor, completionHandler: $0)
      }) { page in
        page.matchResults.map { ErrorText.text($0.1, text) }.joined(separator: " ")
          + (page.queryCursor == nil ? ", no cursor" : ", a cursor")
      }
    },
    row(
      "CKQueryOperation(cursor:)", .operation, .saved, "item 3, item 2, end ok"
    ) { place in
      try await addRecords(place)
      let page = try await place.database.records(
        matching: everything, inZoneWith: place.zoneID, resultsLimit: 2)
      guard let cursor = page.queryCursor else { return "no cursor" }
      let operation = CKQueryOperation(cursor: cursor)
      operation.resultsLimit = 2
      return await run(operation, on: place.database) { operation, log in
        operation.recordMatchedBlock = { log.item($1, text) }
        operation.queryResultBlock = { log.end($0) }
      }
    },
    row("records(matching:desiredKeys:)", .batch, .saved, "[no text]") { place in
      let page = try await place.database.records(
        matching: everything, inZoneWith: place.zoneID, desiredKeys: [])
      return "[\(page.matchResults.map { ErrorText.text($0.1, text) }.joined(separator: ", "))]"
    },
  ]
}
