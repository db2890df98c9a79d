import CloudModel
import Foundation
import Testing

/// Records: what every cloud does, whatever it is reached by.
@Suite struct RecordConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `a record with every kind of field is read back as it was saved`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      var record = chat.message("m1", "hello \u{1F44B} \u{0000}\"\\/")
      record["count"] = .int64(.max)
      record["ratio"] = .double(0.1)
      record["whole"] = .double(2)
      record["at"] = .date(Date(millisecondsSince1970: 1_700_000_000_123))
      record["raw"] = .bytes(Data([0, 255, 7]))
      record["place"] = .location(Location(latitude: 52.5, longitude: -13.25))
      record["reply"] = .reference(Reference(recordName: "m0", action: .none))
      record["list"] = .list([.string("a"), .string("b")])
      record["none"] = .list([])
      let saved = try await chat.save(record, by: chat.alice).get()
      #expect(saved.hasSameContent(as: record))
      #expect(saved.recordChangeTag == "1")
      #expect(saved.creatorUserRecordName == chat.alice.userRecordName)
      let found = try await chat.database(of: chat.alice).records(
        for: [record.recordID], desiredKeys: nil)
      #expect(try found[record.recordID]?.get() == saved)
      let few = try await chat.database(of: chat.alice).records(
        for: [record.recordID], desiredKeys: ["count"])
      #expect(try few[record.recordID]?.get().fields == ["count": .int64(.max)])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a save over an older version conflicts and brings the present one`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let first = try await chat.save(chat.message("m1", "one"), by: chat.alice).get()
      let second = try await chat.save(
        chat.message("m1", "two", tag: first.recordChangeTag), by: chat.alice
      ).get()
      let stale = try await chat.save(
        chat.message("m1", "three", tag: first.recordChangeTag), by: chat.alice)
      #expect(
        stale
          == .failure(
            CloudError(
              .serverRecordChanged, "client oplock error updating record", serverRecord: second)))
      let insert = try await chat.save(chat.message("m1", "four"), by: chat.alice)
      #expect(
        insert
          == .failure(
            CloudError(
              .serverRecordChanged, "record to insert already exists", serverRecord: second)))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a deleted record is not found, and created anew it continues its tags`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let first = try await chat.save(chat.message("m1", "one"), by: chat.alice).get()
      try await chat.delete("m1", by: chat.alice).get()
      try await chat.delete("m1", by: chat.alice).get()
      let update = try await chat.save(
        chat.message("m1", "two", tag: first.recordChangeTag), by: chat.alice)
      #expect(code(update) == .unknownItem)
      let found = try await chat.database(of: chat.alice).records(
        for: [first.recordID], desiredKeys: nil)
      #expect(code(found[first.recordID]) == .unknownItem)
      let again = try await chat.save(chat.message("m1", "three"), by: chat.alice).get()
      #expect(again.recordChangeTag == "3")
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `forced saves merge or replace whatever is there`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      var record = chat.message("m1", "one")
      record["kept"] = .int64(1)
      try await chat.store(record, by: chat.alice, .changedKeys)
      let merged = try await chat.save(
        chat.message("m1", "two"), by: chat.alice, .changedKeys
      ).get()
      #expect(merged.fields == ["text": .string("two"), "kept": .int64(1)])
      let replaced = try await chat.save(
        chat.message("m1", "three"), by: chat.alice, .allKeys
      ).get()
      #expect(replaced.fields == ["text": .string("three")])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an atomic batch with one bad item applies nothing`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let batch = [chat.message("m0", "zero"), chat.message("m1", "again")]
      let before = try await chat.changes(for: chat.alice)
      let atomic = try await chat.database(of: chat.alice).modifyRecords(
        saving: batch, deleting: [RecordID(recordName: "m9", zoneID: chat.zoneID)],
        savePolicy: .ifServerRecordUnchanged, atomically: true)
      #expect(code(atomic.saveResults[batch[0].recordID]) == .batchRequestFailed)
      #expect(code(atomic.saveResults[batch[1].recordID]) == .serverRecordChanged)
      #expect(atomic.deleteResults.values.map { code($0) } == [.batchRequestFailed])
      #expect(try await chat.changes(for: chat.alice).token == before.token)
      let each = try await chat.database(of: chat.alice).modifyRecords(
        saving: batch, deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: false)
      #expect(code(each.saveResults[batch[0].recordID]) == nil)
      #expect(code(each.saveResults[batch[1].recordID]) == .serverRecordChanged)
      #expect(try await chat.changes(for: chat.alice).lines == ["m1 one", "m0 zero"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `names, types, fields and sizes are checked item by item`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let refused: [(Record, CloudError.Code)] = [
        (chat.message("_m", "-"), .invalidArguments),
        (chat.message("m\u{E9}", "-"), .invalidArguments),
        (chat.message(String(repeating: "m", count: 256), "-"), .invalidArguments),
        (chat.message("m1", String(repeating: "m", count: 1024 * 1024)), .limitExceeded),
        (Record(recordType: "1st", recordID: chat.message("m2", "").recordID), .invalidArguments),
        (
          Record(
            recordType: "T", recordID: chat.message("m3", "").recordID,
            fields: ["cloudkit.title": .int64(1)]), .invalidArguments
        ),
        (
          Record(recordType: Share.recordType, recordID: chat.message("m4", "").recordID),
          .invalidArguments
        ),
      ]
      for (record, expected) in refused {
        let result = try await chat.save(record, by: chat.alice)
        #expect(code(result) == expected)
      }
      #expect(try await chat.changes(for: chat.alice).lines == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a request beyond the limit or with a record twice is refused whole`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      let many = (0...400).map { chat.message("m\($0)", "-") }
      let tooMany = await #expect(throws: CloudError.self) {
        try await database.modifyRecords(
          saving: many, deleting: [], savePolicy: .allKeys, atomically: true)
      }
      #expect(tooMany?.code == .limitExceeded)
      #expect(tooMany?.reason.hasPrefix("limit exceeded") == true)
      let twice = await #expect(throws: CloudError.self) {
        try await database.modifyRecords(
          saving: [many[0]], deleting: [many[0].recordID], savePolicy: .allKeys, atomically: true)
      }
      #expect(twice?.code == .invalidArguments)
      let lines = try await chat.changes(for: chat.alice).lines
      #expect(lines == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the default zone takes records but knows no atomic operations`(
    kind: CloudKind
  ) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let database = alice.database(with: .private)
      let zoneID = RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: alice.userRecordName)
      let record = Record(
        recordType: "Note", recordID: RecordID(recordName: "n1", zoneID: zoneID))
      let refused = await #expect(throws: CloudError.self) {
        try await database.modifyRecords(
          saving: [record], deleting: [], savePolicy: .allKeys, atomically: true)
      }
      #expect(refused?.reason == "atomic operations not supported in default zone")
      let saved = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
      #expect(code(saved.saveResults[record.recordID]) == nil)
      let changes = try await database.databaseChanges(since: nil, resultsLimit: nil)
      #expect(changes.modifications == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `every answer has all that the cloud knows of a record`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      try await chat.store(chat.message("m0", "above"), by: chat.alice)
      var record = chat.message("m1", "below")
      record.parent = "m0"
      record["secret"] = .string("hidden")
      record.encryptedKeys = ["secret"]
      let first = try await chat.store(record, by: chat.alice)
      var edited = first
      edited["text"] = .string("edited")
      let saved = try await chat.store(edited, by: bob)
      #expect(saved.parent == "m0")
      #expect(saved.encryptedKeys == ["secret"])
      #expect(saved.fields == edited.fields)
      #expect(saved.clearedKeys == [])
      #expect(saved.creatorUserRecordName == chat.alice.userRecordName)
      #expect(saved.creationDate == first.creationDate)
      #expect(saved.lastModifiedUserRecordName == bob.userRecordName)
      #expect(try #require(saved.modificationDate) >= #require(first.modificationDate))
      #expect(saved.recordChangeTag != first.recordChangeTag)
      let database = chat.database(of: chat.alice)
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      #expect(found[record.recordID] == .success(saved))
      let page = try await database.recordZoneChanges(
        inZoneWith: chat.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
      #expect(page.modifications.first { $0.recordID == record.recordID } == saved)
      let conflict = try await chat.save(edited, by: chat.alice)
      guard case .failure(let error) = conflict else { throw CloudError(.internalError, "saved") }
      #expect(error.serverRecord == saved)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a save answers with the wanted fields only`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      var record = chat.message("m1", "one")
      record["count"] = .int64(1)
      for (keys, fields) in [
        (["count", "other"], ["count": FieldValue.int64(1)]), ([], [:]), (nil, record.fields),
      ] {
        let results = try await database.modifyRecords(
          saving: [record], deleting: [], savePolicy: .allKeys, atomically: true,
          desiredKeys: keys)
        #expect(try results.saveResults[record.recordID]?.get().fields == fields)
      }
      let found = try await database.records(for: [record.recordID], desiredKeys: nil)
      #expect(try found[record.recordID]?.get().fields == record.fields)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `one request saves and finds records of several zones, atomic in each`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      let other = RecordZoneID(zoneName: "other", ownerName: chat.alice.userRecordName)
      _ = try await database.modifyRecordZones(saving: [RecordZone(zoneID: other)], deleting: [])
      try await chat.store(chat.message("taken", "first"), by: chat.alice)
      let nowhere = RecordZoneID(zoneName: "nowhere", ownerName: chat.alice.userRecordName)
      let good = RecordID(recordName: "m1", zoneID: other)
      let lost = RecordID(recordName: "m1", zoneID: nowhere)
      let held = chat.message("m1", "one")
      let taken = chat.message("taken", "second")
      let results = try await database.modifyRecords(
        saving: [
          held, Record(recordType: "Message", recordID: good), taken,
          Record(recordType: "Message", recordID: lost),
        ], deleting: [RecordID(recordName: "none", zoneID: other)],
        savePolicy: .ifServerRecordUnchanged, atomically: true)
      #expect(code(results.saveResults[held.recordID]) == .batchRequestFailed)
      #expect(code(results.saveResults[taken.recordID]) == .serverRecordChanged)
      #expect(code(results.saveResults[lost]) == .zoneNotFound)
      #expect(try results.saveResults[good]?.get().recordID == good)
      #expect(results.deleteResults.count == 1)
      let found = try await database.records(
        for: [held.recordID, good, lost, taken.recordID], desiredKeys: nil)
      #expect(code(found[held.recordID]) == .unknownItem)
      #expect(try found[good]?.get().recordID == good)
      #expect(code(found[lost]) == .zoneNotFound)
      #expect(try found[taken.recordID]?.get().fields == ["text": .string("first")])
    }
  }
}
