import ChatModel
import CloudModel
import CloudSync
import SyncRules
import Testing

@testable import Simulation

/// Checkers for which breaking a rule of the engine on purpose is no test: each finds what is wrong in a
/// journal made by hand, and nothing where nothing is.
struct CheckerTests {
  // MARK: - I5

  @Test func `I5: a record that is made twice in one zone is found, and not one of two accounts`() {
    for (owners, findings) in [
      (["_bob", "_bob"], ["settings was created twice"]), (["_bob", "_alice"], []),
    ] {
      var journal = JournalBuilder()
      for owner in owners {
        let request = journal.ask(
          .modifyRecords, [.init(name: "settings", type: "ChatSettings")],
          in: SettingsZone.id(of: owner), at: 1)
        journal.answer(request, [.init(name: "settings", result: .saved(tag: "1"))], at: 1)
      }
      #expect(journal.judged(by: SingleEffect()) == findings)
    }
  }

  // MARK: - I8

  /// Bob has written b, then a; both are shown with these times, a first.
  private func wroteTwo(shownAt times: [String: Int64]) -> JournalBuilder {
    var builder = JournalBuilder()
    let sent: [Intent.SentMessage] = [
      .init(record: "b", text: "b", time: 500_000), .init(record: "a", text: "a", time: 501_000),
    ]
    builder.note(.intended(device: "bob1", .sent(zone: "chat-1", sent)), at: 1)
    builder.show(["a": .sent, "b": .sent], times: times, at: 5)
    return builder
  }

  @Test func `I8: messages in another order than they were written are found`() {
    #expect(
      wroteTwo(shownAt: ["a": 501_000, "b": 500_000]).judged(by: ComposeOrder())
        == ["bob1 shows ‘b’ of bob1 after a later message"])
  }

  @Test func `I8: a message whose clock is not believed stands where it arrived`() {
    #expect(
      wroteTwo(shownAt: ["a": 65_000, "b": 70_000]).judged(by: ComposeOrder()).isEmpty)
  }

  // MARK: - I9

  @Test(arguments: [false, true])
  func `I9: a record that was changed after a token was handed out stands behind it`(
    isChanged: Bool
  ) {
    var builder = JournalBuilder()
    builder.save("a", "b", at: 1)
    let fetch = builder.ask(.zoneChanges, at: 2)
    let page = CloudResult.Page(
      since: nil, token: ServerChangeToken(rawValue: "end"), moreComing: false,
      modified: ["a", "b"], deleted: [])
    builder.answer(fetch, page: page, at: 2)
    if isChanged { builder.save("b", at: 3) }
    builder.show(["a": .received], token: "end", at: 4)
    let lost = ["bob1 keeps a token that covers b, but does not have it"]
    #expect(builder.judged(by: HonestToken()) == (isChanged ? [] : lost))
  }

  // MARK: - I12

  /// Two of three messages came first; one of them is deleted before the feed comes to its end.
  private func lookedAhead() -> JournalBuilder {
    var builder = JournalBuilder()
    builder.save("a", "b", "c", at: 1)
    builder.note(.stored(device: "bob1", .preview(JournalBuilder.zone, ["b", "c"])), at: 2)
    let deletion = builder.ask(.modifyRecords, [.init(name: "b", isDeletion: true)], at: 3)
    builder.answer(deletion, [.init(name: "b", result: .deleted)], at: 3)
    let fetch = builder.ask(.zoneChanges, at: 4)
    let page = CloudResult.Page(
      since: nil, token: ServerChangeToken(rawValue: "end"), moreComing: false,
      modified: ["a", "c"],
      deleted: [])
    builder.answer(fetch, page: page, at: 4)
    return builder
  }

  @Test func `I12: the records of a preview and of the whole feed are right`() {
    var builder = lookedAhead()
    builder.show(["b": .received, "c": .received], isComplete: false, at: 3)
    builder.show(["a": .received, "c": .received], token: "end", .atRest, at: 5)
    #expect(builder.judged(by: ReverseBootstrap()).isEmpty)
  }

  @Test func `I12: a past that is called complete and is not is found`() {
    var builder = lookedAhead()
    builder.show(["c": .received], token: "end", at: 5)
    #expect(builder.judged(by: ReverseBootstrap()) == ["bob1 calls the chat complete without a"])
  }

  @Test func `I12: a record that was deleted after the preview and is kept is found`() {
    var builder = lookedAhead()
    builder.show(["a": .received, "b": .received, "c": .received], token: "end", at: 5)
    #expect(builder.judged(by: ReverseBootstrap()) == ["bob1 keeps b, which was deleted"])
  }

  @Test func `I12: a past that never comes is found`() {
    var builder = lookedAhead()
    builder.show(["b": .received, "c": .received], isComplete: false, .atRest, at: 5)
    #expect(builder.judged(by: ReverseBootstrap()) == ["bob1 never fetched the rest of the chat"])
  }

  // MARK: - I42

  /// Bob's device has left the chat, and lists it after that.
  private func listedAgain(_ between: SimulationEvent? = nil) -> JournalBuilder {
    var builder = JournalBuilder()
    builder.note(.intended(device: "bob1", .left(zone: "chat-1")), at: 1)
    if let between { builder.note(between, at: 2) }
    builder.note(.listed(device: "bob1", ["chat-1", "chat-2"]), at: 3)
    return builder
  }

  @Test func `I42: a chat that was left and is listed is found, unless somebody joins it again`() {
    #expect(
      listedAgain().judged(by: NoGhost()) == ["bob1 lists a chat that was left or deleted on it"])
    let joined = Intent.joined(zone: "chat-1", canWrite: true)
    #expect(listedAgain(.intended(device: "bob1", joined)).judged(by: NoGhost()).isEmpty)
  }

  @Test
  func `I42: a device that gave a zone up as gone may find it made again by a late request`() {
    var builder = JournalBuilder()
    let zone = RecordZoneID(zoneName: "chat-1", ownerName: "_bob")
    let create = Request(
      number: 1, device: "bob1", user: "_bob", operation: .modifyZones, scope: .private, zone: zone,
      items: [.init(name: "chat-1")])
    let made = CloudResult(
      request: create, copy: 1, items: [.init(name: "chat-1", result: .saved(tag: "1"))])
    builder.note(.disrupted(.deletedZone(zone, .purged)), at: 1)
    builder.note(.reached(made), at: 2)
    builder.note(.intended(device: "bob1", .deletedChat(zone: "chat-1")), at: 3)
    // It is gone again before the device has found it, or after that.
    var unfound = builder
    builder.note(.listed(device: "bob1", ["chat-1"]), at: 4)
    builder.note(.disrupted(.deletedZone(zone, .purged)), at: 5)
    builder.note(.listed(device: "bob1", ["chat-1"]), at: 6)
    unfound.note(.disrupted(.deletedZone(zone, .purged)), at: 5)
    unfound.note(.listed(device: "bob1", ["chat-1"]), at: 6)
    #expect(builder.judged(by: NoGhost()).isEmpty)
    #expect(
      unfound.judged(by: NoGhost()) == ["bob1 lists a chat that was left or deleted on it"])
  }

  @Test func `I42: an ended chat of which a device has nothing is found`() {
    var builder = JournalBuilder()
    let chat = DeviceSnapshot.Chat(
      number: 1, zone: "chat-1", name: "", access: .sealed, isOwn: false, isComplete: false,
      token: nil, messages: [])
    builder.note(.seen(device: "bob1", .atRest, DeviceSnapshot(chats: [chat])), at: 1)
    #expect(
      builder.judged(by: NoGhost()) == ["bob1 lists an ended chat of which it has nothing"])
  }

  // MARK: - I43

  @Test func `I43: a message that nobody has seen and a new device counts as seen is found`() {
    for (isSeen, isSkewed, findings) in [
      (false, false, ["bob3 counts as seen what nobody has seen"]), (true, false, []),
      (false, true, []),
    ] {
      var builder = JournalBuilder()
      builder.note(.joined(.init(device: "bob2", user: "_bob")), at: 1)
      builder.note(.joined(.init(device: "bob3", user: "_bob")), at: 1)
      if isSkewed { builder.note(.disrupted(.skewed(device: "bob1", .seconds(60))), at: 2) }
      builder.show(
        ["a": .received, "b": .received], unread: isSeen ? [] : ["b"], .atRest, at: 5)
      builder.show(["a": .received, "b": .received], unread: ["b"], .atRest, on: "bob2", at: 5)
      builder.show(["a": .received, "b": .received], .fresh, on: "bob3", at: 6)
      #expect(builder.judged(by: UnseenStaysUnread()) == findings)
    }
  }

  // MARK: - I33

  /// Bob writes in a chat, after another one of his has met trouble.
  private func wrote(_ code: CloudError.Code, retryAfterSeconds: Double? = nil) -> JournalBuilder {
    var builder = JournalBuilder()
    builder.save("a", at: 0)
    let other = RecordZoneID(zoneName: "chat-2", ownerName: "_alice")
    let request = builder.ask(.modifyRecords, [.init(name: "x", type: "Message")], in: other, at: 1)
    let error = CloudError(code, "no", retryAfterSeconds: retryAfterSeconds)
    builder.note(
      .intended(device: "bob1", .sent(zone: "chat-1", [.init(record: "b", text: "b")])), at: 1)
    builder.answer(request, refusal: error, at: 2)
    return builder
  }

  @Test func `I33: a message that waits for another chat is found`() {
    var builder = wrote(.zoneBusy)
    builder.note(.faultsEnded, at: 40)
    #expect(
      builder.judged(by: Isolation()) == ["b waits on bob1 since 1.000 without a cause in its chat"]
    )
  }

  @Test func `I33: a message that leaves in time is right`() {
    var builder = wrote(.zoneBusy)
    builder.ask(.modifyRecords, [.init(name: "b", type: "Message")], at: 3)
    builder.note(.faultsEnded, at: 40)
    #expect(builder.judged(by: Isolation()).isEmpty)
  }

  @Test(
    arguments: [(CloudError.Code.zoneBusy, 60), (.requestRateLimited, nil)]
      as [(CloudError.Code, Double?)])
  func `I33: a database that wants to be left alone is a reason to wait`(
    code: CloudError.Code, seconds: Double?
  ) {
    var builder = wrote(code, retryAfterSeconds: seconds)
    builder.note(.faultsEnded, at: 40)
    #expect(builder.judged(by: Isolation()).isEmpty)
  }

  // MARK: - I20

  @Test(arguments: [false, true])
  func `I20: a message that moves is found, except where its zone was made anew`(isReset: Bool) {
    var builder = JournalBuilder()
    builder.show(["a": .sent], times: ["a": 1], at: 1)
    if isReset {
      builder.note(.disrupted(.deletedZone(JournalBuilder.zone, .encryptedDataReset)), at: 2)
    }
    builder.show(["a": .sent], times: ["a": 2], at: 3)
    #expect(builder.judged(by: ImmutableFields()).count == (isReset ? 0 : 1))
    // From then on it stands where it stands.
    builder.show(["a": .sent], times: ["a": 3], at: 4)
    #expect(builder.judged(by: ImmutableFields()).count == (isReset ? 1 : 2))
  }

  // MARK: - I36

  @Test(arguments: [
    [], [SimulationEvent.intended(device: "bob1", .left(zone: "chat-1"))],
    [.disrupted(.deletedZone(JournalBuilder.zone, .purged))],
  ])
  func
    `I36: a message that is sent again is found, except where its chat had ended and was joined again`(
      ends: [SimulationEvent]
    )
  {
    var builder = JournalBuilder()
    builder.note(
      .intended(
        device: "bob1",
        .sent(zone: "chat-1", [.init(record: "a", text: "a"), .init(record: "b", text: "b")])),
      at: 1)
    builder.save("a", "b", at: 2)
    for end in ends {
      builder.note(end, at: 3)
      builder.note(.intended(device: "bob1", .joined(zone: "chat-1", canWrite: true)), at: 4)
    }
    builder.ask(.modifyRecords, [.init(name: "a", type: "Message")], at: 5)
    let twice = ["bob1 sends a again without a cause"]
    #expect(builder.judged(by: BoundedWork()) == (ends.isEmpty ? twice : []))
  }

  // MARK: - I10, I25

  @Test(arguments: [false, true])
  func `I10: a page from the beginning is right only for a zone that was joined`(
    isJoined: Bool
  ) {
    var builder = JournalBuilder()
    builder.page(from: nil, to: "one", at: 1)
    if isJoined {
      builder.note(.intended(device: "bob1", .joined(zone: "chat-1", canWrite: true)), at: 2)
    }
    builder.page(from: nil, to: "two", at: 3)
    #expect(builder.judged(by: PageOnce()).count == (isJoined ? 0 : 1))
    // Once, not for ever.
    builder.page(from: nil, to: "three", at: 4)
    #expect(builder.judged(by: PageOnce()).count == (isJoined ? 1 : 2))
  }

  @Test(arguments: [false, true])
  func `I25: that a zone is gone counts only if it was asked after the person has joined`(
    isAskedAfter: Bool
  ) {
    var builder = JournalBuilder()
    builder.page(from: nil, to: "one", at: 1)
    if !isAskedAfter { _ = builder.ask(.databaseChanges, at: 2) }
    builder.note(.intended(device: "bob1", .joined(zone: "chat-1", canWrite: true)), at: 3)
    if isAskedAfter { _ = builder.ask(.databaseChanges, at: 4) }
    builder.note(
      .stored(
        device: "bob1", .databasePage(.shared, changed: [], deleted: ["chat-1"], moreComing: false)),
      at: 5)
    _ = builder.ask(.zoneChanges, at: 6)
    #expect(builder.judged(by: SealedStaysQuiet()).count == (isAskedAfter ? 1 : 0))
  }

  // MARK: - I16

  @Test(arguments: [true, false])
  func `I16: devices mark the same edits, but where a zone was uploaded again`(isAgain: Bool) {
    var builder = JournalBuilder()
    if isAgain {
      builder.note(
        .intended(device: "bob2", .uploadedAgain(zone: JournalBuilder.zone.zoneName)), at: 1)
    }
    builder.show(["a": .received], edited: ["a"], .atRest, at: 2)
    builder.show(["a": .received], .atRest, on: "bob2", at: 2)
    builder.note(.ended, at: 3)
    #expect(builder.judged(by: Convergence()).count == (isAgain ? 0 : 1))
    // Another text is another text.
    builder.show(["b": .received], .atRest, on: "bob2", at: 2)
    builder.note(.ended, at: 4)
    #expect(builder.judged(by: Convergence()).count > (isAgain ? 0 : 1))
  }

  // MARK: - I39

  @Test(arguments: [
    ([JournalEntry.Kind.queued], DeviceSnapshot.Line.State.queued),
    ([.queued, .undecided, .sent], .sent), ([.queued, .failed], .failed),
    ([.queued, .failed, .retried], .queued), ([.queued, .cancelled], .received), ([], .received),
    // Only its file is tried again.
    ([.queued, .sent, .transferFailed, .retried], .sent),
  ])
  func `I39: the notifications name exactly the shown messages`(
    kinds: [JournalEntry.Kind], state: DeviceSnapshot.Line.State
  ) {
    for shown in [DeviceSnapshot.Line.State.queued, .failed, .sent] {
      var builder = JournalBuilder()
      let entries = kinds.map { JournalLine(chat: 1, record: "a", kind: $0) }
      builder.note(.told(device: "bob1", entries), at: 1)
      builder.show(["a": shown], at: 2)
      let isRight = shown == (state == .received ? .sent : state)
      #expect(builder.judged(by: EventTruth()).isEmpty == isRight, "\(kinds) \(shown)")
    }
  }

  // MARK: - I40

  @Test func `I40: up to date after a fetch that failed is found`() {
    var builder = JournalBuilder()
    let fetch = builder.ask(.zoneChanges, at: 1)
    builder.answer(fetch, refusal: CloudError(.zoneBusy, "no"), at: 2)
    var better = builder
    builder.note(.claimed(device: "bob1", isUpToDate: true), at: 3)
    #expect(
      builder.judged(by: StatusHonesty()) == [
        "bob1 says that it is up to date, but its last fetch of chat-1 has failed"
      ])
    let again = better.ask(.zoneChanges, at: 4)
    better.answer(again, at: 5)
    better.note(.claimed(device: "bob1", isUpToDate: true), at: 6)
    #expect(better.judged(by: StatusHonesty()).isEmpty)
  }

  @Test func `I40: up to date while a message waits is found`() {
    var builder = JournalBuilder()
    builder.note(
      .intended(device: "bob1", .sent(zone: "chat-1", [.init(record: "a", text: "a")])), at: 1)
    var better = builder
    builder.note(.claimed(device: "bob1", isUpToDate: true), at: 2)
    #expect(builder.judged(by: StatusHonesty()) == ["bob1 says that it is up to date, but a waits"])
    better.save("a", at: 2)
    better.note(.claimed(device: "bob1", isUpToDate: true), at: 3)
    #expect(better.judged(by: StatusHonesty()).isEmpty)
  }

  @Test(arguments: [false, true])
  func `I40 and I24: joining to read ends waiting changes, and forbids to write`(canWrite: Bool) {
    var builder = JournalBuilder()
    builder.note(
      .intended(device: "bob1", .sent(zone: "chat-1", [.init(record: "a", text: "a")])), at: 1)
    builder.note(.intended(device: "bob1", .joined(zone: "chat-1", canWrite: canWrite)), at: 2)
    builder.note(.claimed(device: "bob1", isUpToDate: true), at: 3)
    #expect(
      builder.judged(by: StatusHonesty())
        == (canWrite ? ["bob1 says that it is up to date, but a waits"] : []))
    builder.ask(.modifyRecords, [.init(name: "a", type: "Message")], at: 4)
    #expect(
      builder.judged(by: NoWriteWithoutRight())
        == (canWrite ? [] : ["bob1 writes where it may only read"]))
  }

  @Test(arguments: [
    (CloudError.Code.serviceUnavailable, CloudCall.zoneChanges, true),
    (.serviceUnavailable, .poll, false), (.networkFailure, .zoneChanges, false),
  ])
  func `I40: offline because the cloud refuses one chat is found`(
    code: CloudError.Code, operation: CloudCall, isWrong: Bool
  ) {
    var builder = JournalBuilder()
    let request = builder.ask(operation, at: 1)
    builder.answer(request, refusal: CloudError(code, "no"), at: 2)
    builder.note(.stated(device: "bob1", .offline(reason: "no")), at: 3)
    let wrong = "bob1 says that it is offline (no), but the cloud answered every request"
    #expect(builder.judged(by: StatusHonesty()) == (isWrong ? [wrong] : []))
  }
}
