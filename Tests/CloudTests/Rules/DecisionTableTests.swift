import CloudModel
import CloudServer
import Testing

/// The decision table of `records/modify`, as a table.
@Suite struct DecisionTableTests {
  private enum Stored: String, CaseIterable {
    case absent, deleted, present
  }

  private enum Tag: String, CaseIterable {
    case none, equal, other
  }

  @Test func `every operation on every state of a record has its outcome`() throws {
    var lines: [String] = []
    for stored in Stored.allCases {
      for type in RecordOperationType.allCases {
        let outcomes = try Tag.allCases.map { try outcome(type, stored, $0) }
        lines.append("\(stored.rawValue) \(type.rawValue): \(outcomes.joined(separator: " "))")
      }
    }
    // The three columns: no tag, the present tag, another tag.
    #expect(
      lines.joined(separator: "\n") == """
        absent create: [new] [new] [new]
        absent update: unknownItem unknownItem unknownItem
        absent forceUpdate: [new] [new] [new]
        absent replace: unknownItem unknownItem unknownItem
        absent forceReplace: [new] [new] [new]
        absent delete: unknownItem unknownItem unknownItem
        absent forceDelete: gone gone gone
        deleted create: [new] [new] [new]
        deleted update: unknownItem unknownItem unknownItem
        deleted forceUpdate: [new] [new] [new]
        deleted replace: unknownItem unknownItem unknownItem
        deleted forceReplace: [new] [new] [new]
        deleted delete: unknownItem unknownItem unknownItem
        deleted forceDelete: gone gone gone
        present create: serverRecordChanged serverRecordChanged serverRecordChanged
        present update: serverRecordChanged [new,old] serverRecordChanged
        present forceUpdate: [new,old] [new,old] [new,old]
        present replace: serverRecordChanged [new] serverRecordChanged
        present forceReplace: [new] [new] [new]
        present delete: serverRecordChanged gone serverRecordChanged
        present forceDelete: gone gone gone
        """)
  }

  @Test func `a merging save empties the fields that it clears`() throws {
    let world = try RulesWorld()
    try world.save(["a": .int64(1), "b": .int64(2), "c": .int64(3)])
    let record = Record(
      recordType: "T", recordID: world.recordID, fields: ["a": .int64(9)],
      recordChangeTag: "1")
    let saved = try world.modify(
      RecordModification(.save(record, .update), clearedKeys: ["b", "unknown"])
    ).get()
    #expect(saved?.fields == ["a": .int64(9), "c": .int64(3)])
  }

  @Test func `a record created without a name is given one`() throws {
    let world = try RulesWorld()
    let record = Record(
      recordType: "T", recordID: RecordID(recordName: "", zoneID: world.recordID.zoneID))
    let saved = try world.modify(RecordModification(.save(record, .create))).get()
    #expect(saved?.recordID.recordName.count == 36)
    #expect(
      code(world.modify(RecordModification(.save(record, .forceUpdate)))) == .invalidArguments)
  }

  @Test func `a save cannot change a record's type`() throws {
    let world = try RulesWorld()
    try world.save(["a": .int64(1)])
    let record = Record(recordType: "Other", recordID: world.recordID)
    #expect(
      code(world.modify(RecordModification(.save(record, .forceReplace)))) == .invalidArguments)
  }

  private func outcome(
    _ type: RecordOperationType, _ stored: Stored, _ tag: Tag
  ) throws -> String {
    let world = try RulesWorld()
    if stored != .absent { try world.save(["old": .int64(1)]) }
    if stored == .deleted {
      _ = try world.modify(.init(.delete(world.recordID, recordChangeTag: nil))).get()
    }
    let given: String? =
      switch tag {
      case .none: nil
      case .equal: "1"
      case .other: "zz"
      }
    let operation: RecordOperation =
      switch type {
      case .delete: .delete(world.recordID, recordChangeTag: given ?? "")
      case .forceDelete: .delete(world.recordID, recordChangeTag: nil)
      case .create, .update, .forceUpdate, .replace, .forceReplace:
        .save(
          Record(
            recordType: "T", recordID: world.recordID, fields: ["new": .int64(2)],
            recordChangeTag: given), type)
      }
    switch world.modify(RecordModification(operation)) {
    case .success(.none): return "gone"
    case .success(.some(let record)):
      return "[\(record.fields.keys.sorted().joined(separator: ","))]"
    case .failure(let error): return "\(error.code)"
    }
  }
}
