import ChatCore
import ChatModel
import CloudModel
import SyncRules
import TestSupport
import Testing

/// Errors from their true causes on a real server, where one answer is not all there is to it.
@Suite(.servedCloud) struct ErrorCauseTests {
  private let broken = CloudFault.Failure(.badRequest, reason: "No.")

  @Test(arguments: ErrorPolicy.Role.allCases)
  func `a record for which whole requests are refused is found, its neighbours arrive in order`(
    role: ErrorPolicy.Role
  ) async throws {
    let pair = try await ServedPair.make("poison\(role)", actingAs: role)
    let texts = (0..<8).map { "text \($0)" }
    let ids = try await pair.actor.repository.send(texts, to: pair.chat)
    let poisoned = try await pair.actor.repository.message(ids[4]).recordName
    let fault = try await pair.cloud.order(
      .fail(broken), of: pair.actor, .init(operation: "records/modify", record: poisoned),
      times: nil)
    #expect(await pair.actor.sync() == .upToDate)
    for (index, id) in ids.enumerated() {
      let delivery = try await pair.delivery(of: id)
      let words = FailureWords.reason(.invalidArguments, as: role)
      #expect(delivery == (index == 4 ? .failed(reason: words) : .sent), "\(index)")
    }
    #expect(pair.actor.faults.requests.count { $0 == .modifyRecords } < 20)
    try await pair.cloud.endFault(fault)
    try await pair.actor.repository.retry(ids[4])
    await pair.actor.sync()
    try await pair.expectTexts(["hello"] + texts, "once, and where it was written")
  }

  @Test(arguments: ErrorPolicy.Role.allCases)
  func `a batch that is too large goes in parts`(role: ErrorPolicy.Role) async throws {
    let pair = try await ServedPair.make("large\(role)", actingAs: role)
    let texts = (0..<8).map { "text \($0)" }
    _ = try await pair.actor.repository.send(texts, to: pair.chat)
    let tooLarge = CloudFault.Failure(.badRequest, nativeCode: .limitExceeded)
    try await pair.cloud.order(
      .fail(tooLarge), of: pair.actor, .init(operation: "records/modify"), times: 2)
    pair.actor.faults.forgetRequests()
    #expect(await pair.actor.sync() == .upToDate)
    // Eight, then four, then two, which are taken, and the rest as more is taken again.
    #expect((5...6).contains(pair.actor.faults.requests.count { $0 == .modifyRecords }))
    try await pair.expectTexts(["hello"] + texts, "all of them")
  }

  @Test func `the records that make a chat arrive together or not at all`() async throws {
    let cloud = try #require(ServedCloud.current)
    let time = TestTime()
    let alice = try await cloud.device(of: "atomic-alice", time: time)
    let tablet = try await cloud.secondDevice(of: "atomic-alice", time: time)
    let chat = try await alice.repository.createChat(title: "Tea")
    try await alice.repository.send("hello", to: chat)
    try await cloud.order(
      .failRecords(CloudFault.Failure(.zoneBusy)), of: alice,
      .init(operation: "records/modify", recordType: "ChatSession"))
    #expect(await alice.sync() == .upToDate, "the share fell with the session, and both go again")
    #expect(try await alice.lines(in: chat) == ["atomic-alice: hello"])
    await tablet.sync()
    #expect(try await tablet.picture() == alice.picture())
  }

  @Test(arguments: ErrorPolicy.Role.allCases)
  func `a full storage stops changes that fill it, and nothing else`(
    role: ErrorPolicy.Role
  ) async throws {
    let pair = try await ServedPair.make("full\(role)", actingAs: role)
    // The cloud counts what the owner stores, whoever writes it.
    let fault = try await pair.cloud.order(
      .limitQuota(bytes: 1), of: pair.owner, .init(), times: nil)
    let elsewhere = try await SharedChat.make(owner: pair.guest, guests: [])
    let id = try await pair.actor.repository.send("too much", to: pair.chat)
    try await pair.guest.repository.send("fits", to: elsewhere.ownerChat)
    pair.actor.faults.forgetRequests()
    let status = await pair.actor.sync()
    #expect(status != .upToDate, "nobody is told that all is well")
    #expect(pair.actor.faults.requests.count { $0 == .modifyRecords } <= 4, "not for ever")
    await pair.guest.sync()
    #expect(try await pair.delivery(of: id).isPending)
    #expect(try await pair.guest.lines(in: elsewhere.ownerChat) == ["full\(role)-guest: fits"])
    try await pair.cloud.endFault(fault)
    #expect(await pair.actor.sync() == .upToDate)
    try await pair.expectTexts(["hello", "too much"], "once there is room")
  }

  @Test(arguments: ErrorPolicy.Role.allCases)
  func `a zone that its owner has deleted is not made again, and unsent texts stay`(
    role: ErrorPolicy.Role
  ) async throws {
    let pair = try await ServedPair.make("ended\(role)", actingAs: role)
    let tablet = try await pair.cloud.secondDevice(of: pair.owner.account.name, time: pair.time)
    await tablet.sync()
    try await tablet.repository.deleteChat(pair.shared.id(on: tablet))
    await tablet.sync()
    let id = try await pair.actor.repository.send("unsent", to: pair.chat)
    pair.actor.faults.forgetRequests()
    await pair.actor.sync()
    #expect(!pair.actor.faults.requests.contains(.modifyZones))
    guard case .failed = try await pair.delivery(of: id) else {
      Issue.record("is \(try await pair.delivery(of: id))")
      return
    }
    #expect(try await pair.actor.repository.message(id).text == "unsent")
    #expect(try await !pair.actor.summary(of: pair.chat).access.canWrite)
    pair.actor.faults.forgetRequests()
    #expect(await pair.actor.sync() == .upToDate)
    #expect(!pair.actor.faults.requests.contains(.modifyRecords), "no write without a right")
  }

  @Test(arguments: ["changes/zone", "records/modify"])
  func `a refusal for one chat concerns only that chat, and nobody is offline`(
    operation: String
  ) async throws {
    let isFetch = operation == "changes/zone"
    let pair = try await ServedPair.make("one\(isFetch)", actingAs: .participant)
    let other = try await SharedChat.make(
      title: "Cake", owner: pair.owner, guests: [pair.guest])
    let fault = try await pair.cloud.order(
      .fail(CloudFault.Failure(ServerErrorCode(.serviceUnavailable))), of: pair.guest,
      .init(operation: operation, zone: pair.shared.zoneName), times: nil)
    try await pair.owner.repository.send("cake?", to: other.ownerChat)
    try await pair.owner.repository.send("news", to: pair.peersChat)
    await pair.owner.sync()
    let id = try await pair.guest.repository.send("answer", to: pair.chat)
    let status = await pair.guest.sync()
    guard status.state == .waiting else {
      Issue.record("is \(status)")
      return
    }
    #expect(try await pair.guest.repository.currentConnectionStatus().sync.obstacle == nil)
    #expect(try await pair.guest.lines(in: other.id(on: pair.guest)).count == 1, "all else arrives")
    #expect(try await pair.delivery(of: id).isPending != isFetch)
    #expect((try await pair.guest.summary(of: pair.chat).trouble != nil) == isFetch)
    #expect(try await pair.guest.summary(of: other.id(on: pair.guest)).trouble == nil)
    try await pair.cloud.endFault(fault)
    #expect(await pair.guest.sync() == .upToDate)
    #expect(try await pair.guest.summary(of: pair.chat).trouble == nil)
    #expect(try await pair.guest.repository.currentConnectionStatus().troubles.isEmpty)
  }

  @Test func `a right that is taken away fails waiting changes, and is asked for again`()
    async throws
  {
    let pair = try await ServedPair.make("right", actingAs: .participant)
    let id = try await pair.guest.repository.send("too late", to: pair.chat)
    try await pair.owner.sharing.setPermission(
      of: pair.guest.account.name, in: pair.peersChat, to: .readOnly)
    await pair.guest.sync()
    guard case .failed = try await pair.delivery(of: id) else {
      Issue.record("is \(try await pair.delivery(of: id))")
      return
    }
    #expect(try await pair.guest.summary(of: pair.chat).access == .readOnly)
    try await pair.owner.sharing.setPermission(
      of: pair.guest.account.name, in: pair.peersChat, to: .readWrite)
    await pair.guest.sync()
    #expect(try await pair.guest.repository.retryAll(in: pair.chat) == 1)
    await pair.guest.sync()
    try await pair.expectTexts(["hello", "too late"], "after all")
  }

  @Test(arguments: ErrorPolicy.Role.allCases)
  func `a word on when to come back holds the whole database, whatever the error`(
    role: ErrorPolicy.Role
  ) async throws {
    let pair = try await ServedPair.make("later\(role)", actingAs: role)
    var texts = ["hello"]
    for code in CloudError.Code.allCases
    where ErrorPolicy.verdict(on: code, as: role) == .retry {
      let text = "\(code)"
      texts.append(text)
      let id = try await pair.actor.repository.send(text, to: pair.chat)
      let failure = CloudFault.Failure(
        ServerErrorCode(code), nativeCode: code, retryAfterSeconds: 3600)
      try await pair.cloud.order(
        .fail(failure), of: pair.actor, .init(operation: "records/modify"))
      pair.actor.faults.forgetRequests()
      let status = await pair.actor.sync()
      #expect(status.obstacle != nil, "\(code): \(status)")
      #expect(pair.actor.faults.requests.count { $0 == .modifyRecords } == 1, "\(code)")
      #expect(try await pair.delivery(of: id).isPending, "\(code)")
      #expect(await pair.actor.sync() == .upToDate)
    }
    try await pair.expectTexts(texts, "each once, in order")
  }
}
