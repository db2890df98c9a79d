import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// I17: whatever order versions meet in, everyone ends with the same.
struct MergeAlgebraTests {
  private let zoneID = RecordZoneID(zoneName: "chat-a", ownerName: "_me")

  /// Few values, so that versions collide in every way.
  private func version(_ type: String, using random: inout SplitMix64) -> Record {
    func date() -> FieldValue {
      .date(Date(millisecondsSince1970: 1_000 * Int64.random(in: 1...3, using: &random)))
    }
    func maybe(_ value: FieldValue) -> FieldValue? {
      Bool.random(using: &random) ? value : nil
    }
    func one(_ values: [String]) -> FieldValue {
      .string(values.randomElement(using: &random) ?? "")
    }
    var record = Record(
      recordType: type, recordID: RecordID(recordName: "session", zoneID: zoneID))
    switch type {
    case "Message":
      record.recordID.recordName = "m1"
      record["senderID"] = .string("_me")
      record["timestamp"] = .date(Date(millisecondsSince1970: 500))
      record["deletedAt"] = maybe(date())
      record["text"] = record["deletedAt"] == nil ? one(["a", "b", "c"]) : .string("")
      if Bool.random(using: &random) {
        record["revision"] = .int64(Int64.random(in: 1...3, using: &random))
        record["editedAt"] = date()
      }
    case "ChatSession":
      record["name"] = one(["Tea", "Chai", "Kawa"])
      record["createdAt"] = date()
      record["renamedAt"] = maybe(date())
      record["lastMessageAt"] = maybe(date())
    case "MessageReaction":
      record.recordID.recordName = "reaction_m1__me_f09f918d"
      record["messageRef"] = .reference(Reference(recordName: "m1", action: .none))
      record["userID"] = .string("_me")
      record["emoji"] = .string("👍")
      record["createdAt"] = date()
      record["isRemoved"] = .int64(Int64.random(in: 0...1, using: &random))
      record.lastModifiedUserRecordName = ["_me", "_eve", nil].randomElement(using: &random) ?? nil
    case "MessagePin":
      record.recordID.recordName = "pin_m1"
      record["messageRef"] = .reference(Reference(recordName: "m1", action: .none))
      record["pinnedAt"] = date()
      record["isRemoved"] = .int64(Int64.random(in: 0...1, using: &random))
      record.lastModifiedUserRecordName = ["_me", "_eve"].randomElement(using: &random) ?? "_me"
    case "ChatSettings":
      var settings = ChatSettingsRecord(of: RecordZoneID(zoneName: "chat-b", ownerName: "_olga"))
      func time() -> Date? {
        [nil, 1, 2, 3].randomElement(using: &random)?.map {
          Date(millisecondsSince1970: 1_000 * Int64($0))
        }
      }
      settings.pinned = DatedSetting(Int64.random(in: 0...1, using: &random), setAt: time())
      settings.archived = DatedSetting(Int64.random(in: 0...1, using: &random), setAt: time())
      settings.left = DatedSetting(Int64.random(in: 0...1, using: &random), setAt: time())
      settings.notifications = DatedSetting(
        ["all", "mentions", "none"].randomElement(using: &random) ?? "all", setAt: time())
      settings.muted = DatedSetting(
        Int64.random(in: 0...3, using: &random) * 3_600_000, setAt: time())
      return settings.record(in: zoneID)
    case "BlockedPerson":
      var person = BlockedPersonRecord(
        of: "_eve", name: ["eve", "Eve", ""].randomElement(using: &random) ?? "")
      person.blocked = DatedSetting(
        Int64.random(in: 0...1, using: &random),
        setAt: Date(millisecondsSince1970: 1_000 * Int64.random(in: 1...3, using: &random)))
      return person.record(in: zoneID)
    default:
      record.recordID.recordName = "read_m1__me"
      record["messageRef"] = .reference(Reference(recordName: "m1", action: .none))
      record["userID"] = .string("_me")
      record["readAt"] = date()
    }
    return record
  }

  private func merge(_ a: Record, _ b: Record) throws -> Record {
    try #require(RecordMerge.merge(local: a, server: b))
  }

  @Test(arguments: [
    "Message", "ChatSession", "MessageReaction", "MessageRead", "MessagePin", "ChatSettings",
    "BlockedPerson",
  ])
  func `merges are commutative, associative and idempotent`(type: String) throws {
    let seed: UInt64 = 42
    var random = SplitMix64(seed: seed)
    var outcomes: Set<String> = []
    for round in 0..<2_000 {
      let (a, b, c) = (
        version(type, using: &random), version(type, using: &random),
        version(type, using: &random)
      )
      let ab = try merge(a, b)
      #expect(try merge(b, a) == ab, "seed \(seed), round \(round): \(a.fields) \(b.fields)")
      #expect(
        try merge(ab, c) == merge(a, merge(b, c)),
        "seed \(seed), round \(round): \(a.fields) \(b.fields) \(c.fields)")
      #expect(try merge(ab, ab) == ab, "seed \(seed), round \(round)")
      #expect(try merge(ab, b) == ab, "seed \(seed), round \(round): what is in it adds nothing")
      outcomes.insert(ab == (try merge(a, a)) ? "ours" : "theirs or both")
    }
    #expect(outcomes.count == 2, "both sides win now and then")
  }

  @Test func `delete beats edit`() throws {
    var random = SplitMix64(seed: 1)
    var edited = version("Message", using: &random)
    edited["deletedAt"] = nil
    edited["text"] = .string("late edit")
    edited["revision"] = .int64(9)
    edited["editedAt"] = .date(Date(millisecondsSince1970: 9_000))
    var deleted = edited
    deleted["text"] = .string("")
    deleted["revision"] = nil
    deleted["editedAt"] = nil
    deleted["deletedAt"] = .date(Date(millisecondsSince1970: 2_000))
    let merged = try merge(edited, deleted)
    #expect(merged["text"] == .string(""))
    #expect(merged["deletedAt"] == deleted["deletedAt"])
  }

  @Test func `fields that this version does not know are the cloud's`() throws {
    var random = SplitMix64(seed: 7)
    for type in [
      "Message", "ChatSession", "MessageReaction", "MessageRead", "MessagePin", "ChatSettings",
      "BlockedPerson",
    ] {
      let local = version(type, using: &random)
      var server = version(type, using: &random)
      server["mood"] = .string("calm")
      #expect(try merge(local, server)["mood"] == .string("calm"), "I21, \(type)")
    }
  }

  @Test func `records of one name by two people are not versions of one thing`() {
    var random = SplitMix64(seed: 8)
    let ours = version("Message", using: &random)
    var theirs = ours
    theirs["senderID"] = .string("_them")
    #expect(RecordMerge.merge(local: ours, server: theirs) == nil)
  }

  @Test func `an edit of hostile numbers does not win for ever`() throws {
    var random = SplitMix64(seed: 9)
    var hostile = version("Message", using: &random)
    hostile["deletedAt"] = nil
    hostile["text"] = .string("stuck")
    hostile["revision"] = .int64(.max)
    hostile["editedAt"] = .date(.distantFuture)
    hostile.modificationDate = Date(millisecondsSince1970: 5_000)
    var later = hostile
    later["text"] = .string("mended")
    later["editedAt"] = .date(Date(millisecondsSince1970: 100_000))
    later.modificationDate = Date(millisecondsSince1970: 100_000)
    #expect(try merge(hostile, later)["text"] == .string("mended"))
  }
}
