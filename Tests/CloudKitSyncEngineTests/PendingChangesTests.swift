import CloudKitSyncEngine
import CloudModel
import Testing

/// The changes that wait to be sent, without an engine.
@Suite struct PendingChangesTests {
  private typealias Change = CKSyncEngine.PendingRecordZoneChange

  private func save(_ name: String) -> Change { .saveRecord(CKRecord.ID(recordName: name)) }
  private func delete(_ name: String) -> Change { .deleteRecord(CKRecord.ID(recordName: name)) }

  @Test func `the same change again keeps its place`() {
    var pending = PendingChanges([save("a"), save("b"), save("a")])
    #expect(pending.changes == [save("a"), save("b")])
    pending.add([save("a")])
    #expect(pending.changes == [save("a"), save("b")])
  }

  @Test func `a deletion replaces a save, and a save a deletion`() {
    var pending = PendingChanges([save("a"), save("b"), delete("a")])
    #expect(pending.changes == [save("b"), delete("a")])
    pending.add([save("a"), delete("b")])
    #expect(pending.changes == [save("a"), delete("b")])
    pending.add([save("b"), delete("b"), save("b")])
    #expect(pending.changes == [save("a"), save("b")])
  }

  @Test func `only the change itself is removed, not the one that has replaced it`() {
    var pending = PendingChanges([save("a"), delete("b")])
    pending.remove([delete("a"), save("b"), save("c")])
    #expect(pending.changes == [save("a"), delete("b")])
    pending.remove([save("a"), delete("b")])
    #expect(pending.isEmpty)
  }

  @Test func `a change that was added again after the mark stays`() {
    var pending = PendingChanges([save("a"), save("b")])
    let mark = pending.mark
    pending.add([save("b")])
    pending.remove([save("a"), save("b")], addedUpTo: mark)
    #expect(pending.changes == [save("b")])
    pending.remove([save("b")], addedUpTo: pending.mark)
    #expect(pending.isEmpty)
  }

  @Test func `random changes end as in a list that is searched each time`() {
    var random = SplitMix64(seed: 7)
    var pending = PendingChanges<Change>()
    var model: [Change] = []
    for _ in 0..<2_000 {
      let name = String(Int.random(in: 0..<8, using: &random))
      let change = Int.random(in: 0..<2, using: &random) == 0 ? save(name) : delete(name)
      if Int.random(in: 0..<4, using: &random) == 0 {
        pending.remove([change])
        model.removeAll { $0 == change }
      } else {
        pending.add([change])
        if !model.contains(change) {
          model.removeAll { $0 == save(name) || $0 == delete(name) }
          model.append(change)
        }
      }
      #expect(pending.changes == model)
    }
  }
}
