import CloudModel
import Testing

/// References between records: the rules of every cloud, whatever the way to it.
@Suite struct ReferenceConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `deleting a record deletes whatever holds a DELETE_SELF reference to it, and so on`(
    kind: CloudKind
  ) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      var middle = lists.record("middle")
      middle["target"] = .reference(Reference(recordName: "other", action: .deleteSelf))
      var leaf = lists.record("leaf")
      leaf["targets"] = .list([
        .reference(Reference(recordName: "middle", action: .deleteSelf))
      ])
      var bystander = lists.record("bystander")
      bystander["target"] = .reference(Reference(recordName: "other", action: .none))
      try await lists.save([middle, leaf, bystander], by: lists.alice)
      let token = try await lists.changes(for: lists.alice).token
      #expect(try await lists.delete("other", by: lists.alice) == [nil])
      #expect(
        try await lists.changes(for: lists.alice, since: token).names
          == ["-leaf", "-middle", "-other"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a reference that was taken out deletes nothing`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      var holder = lists.record("holder")
      holder["target"] = .reference(Reference(recordName: "other", action: .deleteSelf))
      var saved = try #require(try await lists.save([holder], by: lists.alice).first)
      saved["target"] = .reference(Reference(recordName: "other", action: .none))
      try await lists.save([saved], by: lists.alice)
      #expect(try await lists.delete("other", by: lists.alice) == [nil])
      #expect(try await lists.record(named: "holder", for: lists.alice) != nil)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a validated reference needs its target, and keeps it`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      var holder = lists.record("holder")
      holder["target"] = .reference(Reference(recordName: "nowhere", action: .validate))
      let missing = try await lists.trySaving([holder], by: lists.alice)
      #expect(code(missing[holder.recordID]) == .referenceViolation)
      // The target may come with the same request, after what refers to it.
      try await lists.save([holder, lists.record("nowhere")], by: lists.alice)
      #expect(try await lists.delete("nowhere", by: lists.alice) == [.referenceViolation])
      #expect(try await lists.delete("nowhere", "holder", by: lists.alice) == [nil, nil])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a reference into another zone is refused`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      var holder = lists.record("holder")
      var reference = Reference(recordName: "list", action: .none)
      reference.zoneID = RecordZoneID(
        zoneName: "Elsewhere", ownerName: lists.id("list").zoneID.ownerName)
      holder["target"] = .reference(reference)
      let results = try await lists.trySaving([holder], by: lists.alice)
      #expect(code(results[holder.recordID]) == .invalidArguments)
      #expect(try await lists.record(named: "holder", for: lists.alice) == nil)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a parent must be there, and stays while it has children`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      let orphan = lists.record("orphan", under: "nowhere")
      let own = lists.record("own", under: "own")
      let results = try await lists.trySaving([orphan, own], by: lists.alice, atomically: false)
      #expect(code(results[orphan.recordID]) == .referenceViolation)
      #expect(code(results[own.recordID]) == .invalidArguments)
      try await lists.save(
        [lists.record("child", under: "late"), lists.record("late")], by: lists.alice)
      #expect(try await lists.delete("late", by: lists.alice) == [.referenceViolation])
      var child = try #require(try await lists.record(named: "child", for: lists.alice))
      #expect(child.parent == "late")
      child.parent = "list"
      let moved = try await lists.database(of: lists.alice).modifyRecords(
        saving: [child], deleting: [lists.id("late")], savePolicy: .ifServerRecordUnchanged,
        atomically: true)
      #expect(moved.deleteResults.values.allSatisfy { code($0) == nil })
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `one broken reference spoils an atomic batch, and only itself otherwise`(
    kind: CloudKind
  ) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      let records = [lists.record("fine"), lists.record("orphan", under: "nowhere")]
      let atomic = try await lists.trySaving(records, by: lists.alice)
      #expect(code(atomic[lists.id("fine")]) == .batchRequestFailed)
      #expect(code(atomic[lists.id("orphan")]) == .referenceViolation)
      let single = try await lists.trySaving(records, by: lists.alice, atomically: false)
      #expect(code(single[lists.id("fine")]) == nil)
      #expect(code(single[lists.id("orphan")]) == .referenceViolation)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `saving a child moves its parent's change tag on`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      let before = try #require(try await lists.record(named: "list", for: lists.alice))
      try await lists.save([lists.record("item-3", under: "list")], by: lists.alice)
      let stale = try await lists.trySaving([before], by: lists.alice)
      #expect(code(stale[before.recordID]) == .serverRecordChanged)
      // A parent that is saved in the same request keeps the tag that it is answered with.
      let parent = try #require(try await lists.record(named: "list", for: lists.alice))
      let saved = try await lists.save(
        [parent, lists.record("item-4", under: "list")], by: lists.alice)
      let now = try await lists.record(named: "list", for: lists.alice)
      #expect(saved.first?.recordChangeTag == now?.recordChangeTag)
    }
  }

  @Test func `at most 750 DELETE_SELF references lead to one record`() async throws {
    try await CloudKind.inProcess.run { cloud in
      let lists = try await SharedList(in: cloud)
      let holders = (0..<751).map { number in
        var holder = lists.record("holder-\(number)")
        holder["target"] = .reference(Reference(recordName: "other", action: .deleteSelf))
        return holder
      }
      for start in stride(from: 0, to: 750, by: 150) {
        try await lists.save(Array(holders[start..<start + 150]), by: lists.alice)
      }
      let last = try await lists.trySaving([holders[750]], by: lists.alice)
      #expect(code(last[holders[750].recordID]) == .limitExceeded)
      if case .failure(let error) = last[holders[750].recordID] {
        #expect(
          error.reason == "Limit exceeded for number of owning references to single record")
      }
      #expect(try await lists.delete("other", by: lists.alice) == [nil])
      #expect(try await lists.record(named: "holder-749", for: lists.alice) == nil)
    }
  }
}
