import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import SyncRules
import Synchronization
import TestSupport
import Testing

/// A cloud that shows each device something else of a sealed chat than it has: nobody is deceived, and with the truth
/// everything is there.
struct LyingCloudTests {
  /// What a cloud can do to a page without any key: leave out, change, exchange, repeat and mix.
  private final class Liar: Sendable {
    private struct State {
      var random: SplitMix64
      var seen: [Record] = []
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

    func lie(_ page: RecordZoneChanges) -> RecordZoneChanges {
      state.withLock { state in
        var page = page
        let all = page.modifications + state.seen
        state.seen += page.modifications
        page.modifications = page.modifications.flatMap { record -> [Record] in
          guard record.isSealed, Int.random(in: 0..<3, using: &state.random) == 0 else {
            return [record]
          }
          let other = all.filter(\.isSealed).randomElement(using: &state.random) ?? record
          return Self.versions(of: record, beside: other, using: &state.random)
        }
        page.modifications.shuffle(using: &state.random)
        return page
      }
    }

    /// What is shown in place of one record.
    private static func versions(
      of record: Record, beside other: Record, using random: inout SplitMix64
    ) -> [Record] {
      var changed = record
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return []
      case 1: return [other]
      case 2:
        changed.content = other.content
      case 3:
        if let bytes = record.content {
          let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
          changed.content = bytes.turning(bit: bit)
        }
      case 4:
        changed.content = record.content.map {
          Array($0.prefix(.random(in: 0..<$0.count, using: &random)))
        }
      case 5: changed["timestamp"] = other["timestamp"]
      default:
        changed.recordID.recordName = other.recordID.recordName
        changed.creatorUserRecordName = other.creatorUserRecordName
      }
      return [changed]
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `E6, E7, E15, E16, E24: lies deceive nobody, and the truth brings everything`(
    seed: UInt64
  ) async throws {
    try await withWorld(seed: seed) { world in
      let people = try ["alice", "bob", "carol"].map { try world.device(of: $0) }
      let chat = try await SharedChat.make(
        title: "Boats", isSealed: true, owner: people[0], guests: Array(people.dropFirst()))
      for (index, person) in people.enumerated() {
        let liar = Liar(seed: seed &* 31 &+ UInt64(index))
        person.faults.lie { liar.lie($0) }
      }
      var random = SplitMix64(seed: seed)
      var written: Set<String> = []
      for step in 0..<6 {
        for person in people {
          let (id, name) = (try await chat.id(on: person), person.account.name)
          let own = try await person.messages(in: id).filter {
            $0.senderID == person.account.userRecordName
          }
          if step % 3 == 2, let message = own.first {
            written.insert("\(name): \(step) again")
            try await person.repository.edit(message.id, to: "\(step) again")
          } else {
            written.insert("\(name): \(step)")
            try await person.repository.send("\(step)", to: id)
          }
          if let message = try await person.messages(in: id).randomElement(using: &random) {
            try await person.repository.react("👍", to: message.id)
          }
          if step == 3, person === people[0] {
            try await person.sharing.setPermission(of: "carol", in: id, to: .readOnly)
            try await person.sharing.setPermission(of: "carol", in: id, to: .readWrite)
          }
          await person.sync()
          for message in try await person.messages(in: id) {
            #expect(
              written.contains("\(message.senderName): \(message.text)"),
              "seed \(seed): \(message.senderName) has not written ‘\(message.text)’")
            #expect(message.changedBy == nil, "seed \(seed)")
          }
          #expect(try await person.summary(of: id).name == "Boats")
        }
      }
      for person in people {
        person.faults.lie(nil)
        try await person.replica.beginResync(of: chat.zoneID)
      }
      try await world.syncUntilQuiet(people)
      // Who was shown only that they may not write has kept what they wrote.
      for person in people { _ = try await person.repository.retryAll(in: chat.id(on: person)) }
      try await world.syncUntilQuiet(people)
      let picture = try await people[0].lines(in: chat.ownerChat)
      #expect(picture.count == 12, "seed \(seed): \(picture)")
      for person in people {
        #expect(try await person.lines(in: chat.id(on: person)) == picture, "seed \(seed)")
      }
    }
  }
}

extension Record {
  fileprivate var isSealed: Bool {
    SealedType(rawValue: recordType) != nil || recordType == StatementRecord.recordType
  }

  private var contentKey: String {
    recordType == StatementRecord.recordType ? StatementRecord.key : SealedType.contentKey
  }

  fileprivate var content: [UInt8]? {
    get { self[contentKey]?.data }
    set { self[contentKey] = newValue.map { .bytes(Data($0)) } }
  }
}

extension [UInt8] {
  fileprivate func turning(bit: Int) -> [UInt8] {
    var bytes = self
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return bytes
  }
}
