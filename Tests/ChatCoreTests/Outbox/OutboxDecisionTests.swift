import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Testing

/// The fate of an outbox row, for every answer to everything that can wait; without a database.
struct OutboxDecisionTests {
  private let user = "_alice"
  private let zoneID = RecordZoneID(zoneName: "chat-1", ownerName: "_olga")

  private func row(
    _ kind: OutboxRow.Kind, _ operation: OutboxRow.Operation = .save,
    _ priority: OutboxRow.Priority = .urgent, generation: Int64 = 2
  ) -> OutboxRow {
    OutboxRow(
      sequence: 7, chatID: 1, recordName: "m1", kind: kind, operation: operation,
      priority: priority, generation: generation, inFlight: 2)
  }

  private func message(by sender: String, tag: String? = "t1") -> MessageRecord {
    var message = MessageRecord(
      recordName: "m1", senderID: sender, text: "hello",
      timestamp: Date(timeIntervalSince1970: 1_700_000_000))
    message.changeTag = tag
    return message
  }

  private func steps(
    _ row: OutboxRow, _ result: OutboxOutcome.Result, isPresent: Bool = true,
    _ facts: OutboxDecision.Facts? = nil
  ) -> String {
    let outcome = OutboxOutcome(
      id: OutboxEntry.ID(sequence: 7, generation: 2), result: result)
    let facts =
      facts
      ?? OutboxDecision.Facts(
        user: user, message: row.kind == .message ? message(by: user) : nil)
    return OutboxDecision.steps(for: row, after: outcome, isPresent: isPresent, facts)
      .map(text).joined(separator: ", ")
  }

  private func text(_ step: OutboxDecision.Step) -> String {
    switch step {
    case .land(let mayBeStored): mayBeStored ? "land, perhaps stored" : "land"
    case .clear(let kind?, let detail): "clear as \(kind)" + (detail.map { " (\($0))" } ?? "")
    case .clear(nil, _): "clear"
    case .fail(let reason): "fail ‘\(reason)’"
    case .note(let kind, _): "note \(kind)"
    case .absorb(_, let answers): answers == nil ? "absorb" : "absorb the answer"
    case .absorbDeletion: "delete"
    case .forgetTag: "save as new"
    case .restore: "restore"
    case .keepLost: "keep as lost"
    case .uploadAgain: "upload again"
    case .replaceSession: "replace the session"
    case .applyToLife(let event): "life \(event)".replacing("ChatModel.", with: "")
    }
  }

  @Test func `every answer to everything that can wait`() {
    var picture: [String] = []
    for kind in OutboxRow.Kind.allCases {
      for operation in OutboxRow.Operation.allCases {
        let row = row(kind, operation)
        picture.append("\(operation) \(kind.rawValue)")
        picture.append("  done: " + steps(row, .acknowledged(nil)))
        picture.append("  gone: " + steps(row, .gone(reason: "no such")))
        picture.append("  failed: " + steps(row, .failed(reason: "no")))
      }
    }
    picture.append(
      "low session failed: " + steps(row(.session, .save, .low), .failed(reason: "no")))
    #expect(
      picture.joined(separator: "\n") == """
        save zone
          done: clear as sent
          gone: note failed, fail ‘The cloud does not have it any more.’
          failed: note failed, fail ‘no’
        delete zone
          done: clear as sent, life confirmed
          gone: note failed, clear, life refused
          failed: note failed, clear, life refused
        save share
          done: save as new, land
          gone: note failed, fail ‘The cloud does not have it any more.’
          failed: note failed, fail ‘no’
        delete share
          done: clear as sent, delete
          gone: note failed, fail ‘The cloud does not have it any more.’
          failed: note failed, fail ‘no’
        save session
          done: save as new, land
          gone: clear as gone, replace the session
          failed: note failed, restore, fail ‘no’
        delete session
          done: clear as sent, delete
          gone: clear as gone, replace the session
          failed: note failed, restore, fail ‘no’
        save message
          done: save as new, land
          gone: keep as lost
          failed: note failed, fail ‘no’
        delete message
          done: clear as sent, delete
          gone: keep as lost
          failed: note failed, restore, clear as superseded (the cloud keeps it)
        save reaction
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete reaction
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        save readMark
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete readMark
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        save pin
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete pin
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        save settings
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete settings
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        save block
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete block
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        save parked
          done: save as new, land
          gone: clear as gone, delete
          failed: note failed, restore, clear
        delete parked
          done: clear as sent, delete
          gone: clear as gone, delete
          failed: note failed, restore, clear
        low session failed: note failed, restore, clear
        """)
  }

  @Test(arguments: OutboxRow.Kind.allCases, OutboxRow.Operation.allCases)
  func `an answer from another epoch, or one that is undecided, only lets the row wait again`(
    kind: OutboxRow.Kind, operation: OutboxRow.Operation
  ) {
    let row = row(kind, operation)
    for result in [
      OutboxOutcome.Result.acknowledged(nil), .gone(reason: ""), .failed(reason: ""),
      .undecided(mayBeStored: false),
    ] {
      #expect(steps(row, result, isPresent: false) == "land, perhaps stored")
    }
    #expect(steps(row, .undecided(mayBeStored: false)) == "land")
    #expect(steps(row, .undecided(mayBeStored: true)) == "land, perhaps stored, note undecided")
  }

  @Test(arguments: OutboxRow.Kind.allCases, OutboxRow.Operation.allCases)
  func `an answer to an older generation clears nothing and fails nothing`(
    kind: OutboxRow.Kind, operation: OutboxRow.Operation
  ) {
    let younger = row(kind, operation, generation: 3)
    let record = message(by: user).record(in: zoneID)
    #expect(steps(younger, .failed(reason: "no")) == "land")
    #expect(steps(younger, .acknowledged(record)) == "land, perhaps stored, absorb the answer")
    let done = steps(younger, .acknowledged(nil))
    let isNewAgain = kind != .zone && operation == .save
    #expect(done == (isNewAgain ? "save as new, " : "") + "land, perhaps stored")
  }

  @Test func `the owner of a lost message decides whether it stays`() {
    func gone(_ message: MessageRecord?) -> String {
      steps(
        row(.message), .gone(reason: "no such"),
        OutboxDecision.Facts(user: user, message: message))
    }
    #expect(gone(message(by: user)) == "keep as lost")
    #expect(gone(message(by: "_bob")) == "clear as gone, delete")
    #expect(gone(message(by: user, tag: nil)) == "note failed, fail ‘no such’")
    #expect(gone(nil) == "note failed, fail ‘no such’")
    var deleted = message(by: user)
    deleted.deletedAt = .distantPast
    #expect(gone(deleted) == "clear as gone, delete")
  }

  @Test func `a refused upload is made again as long as it may be`() {
    func refused(_ mayUploadAgain: Bool, _ saysMore: Bool) -> String {
      steps(
        row(.message), .failed(reason: "too old"),
        OutboxDecision.Facts(
          user: user, message: message(by: user), mayUploadAgain: mayUploadAgain,
          saysMoreThanFile: saysMore))
    }
    #expect(refused(true, true) == "upload again, note reuploading, land")
    #expect(refused(true, false) == "upload again, note reuploading, clear as superseded")
    #expect(refused(false, true) == "note failed, fail ‘too old’")
  }

  @Test func `a conflict is merged, but not with somebody else's record of the same name`() {
    var record = message(by: user).record(in: zoneID)
    record.creatorUserRecordName = user
    var foreign = message(by: "_bob").record(in: zoneID)
    foreign.creatorUserRecordName = "_bob"
    #expect(steps(row(.message), .conflict(server: record)) == "land, perhaps stored, absorb")
    #expect(
      steps(row(.message), .conflict(server: foreign))
        == "land, perhaps stored, note failed, fail ‘Another record has taken its place. "
        + "Copy the text and send it again.’")
    #expect(
      steps(row(.message, .delete), .conflict(server: foreign)) == "land, perhaps stored, absorb")
  }

  @Test func `the cloud's copy meets what waits`() {
    func arrival(
      _ row: OutboxRow, local: MessageRecord?, answers: Int64? = nil
    ) -> OutboxDecision.CopyDecision<MessageRecord> {
      OutboxDecision.arrival(
        of: message(by: user), meeting: row, local: local,
        answers: answers.map { OutboxEntry.ID(sequence: 7, generation: $0) })
    }
    var edited = message(by: user)
    (edited.text, edited.revision) = ("hi", 1)
    var merged = edited
    merged.changeTag = "t1"
    #expect(arrival(row(.message), local: edited, answers: 2) == .take(clearing: .sent))
    #expect(arrival(row(.message), local: edited, answers: 1) == .merge(merged))
    #expect(arrival(row(.message), local: edited) == .merge(merged))
    #expect(arrival(row(.message), local: message(by: user)) == .take(clearing: .sent))
    #expect(arrival(row(.message), local: nil) == .take(clearing: .superseded))
    #expect(arrival(row(.message), local: message(by: "_bob")) == .ignore)
    #expect(arrival(row(.message, .delete), local: edited) == .remember)
    #expect(arrival(row(.message, .delete), local: nil, answers: 2) == .take(clearing: .sent))
  }
}
