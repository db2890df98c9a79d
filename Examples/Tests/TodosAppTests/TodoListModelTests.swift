import CloudKit
import CloudKitTesting
import Testing
import TodosApp

@MainActor @Suite struct TodoListModelTests {
  static let first = TodoItem(title: "first", createdAt: Date(timeIntervalSince1970: 1))
  static let second = TodoItem(title: "second", createdAt: Date(timeIntervalSince1970: 2))

  private func model(on device: TestDevice) -> TodoListModel {
    device.run {
      TodoListModel(
        repository: CloudKitTodoRepository(
          container: CKContainer(identifier: "iCloud.com.example.Todos")))
    }
  }

  @Test func `every account status but one closes the app, each with its own sentence`() async {
    let statuses: [CKAccountStatus] = [
      .noAccount, .restricted, .couldNotDetermine, .temporarilyUnavailable,
    ]
    var sentences: Set<String> = []
    for status in statuses {
      let model = TodoListModel(repository: HeldRepository(status: status, items: [Self.first]))
      #expect(model.phase == .loading)
      await model.refresh()
      guard case .unavailable(let sentence) = model.phase else {
        Issue.record("\(status) leaves the app open.")
        continue
      }
      sentences.insert(sentence)
      #expect(model.items == [])
    }
    #expect(sentences.count == statuses.count)
    let open = TodoListModel(repository: HeldRepository(items: [Self.first]))
    await open.refresh()
    #expect(open.phase == .ready && open.items == [Self.first])
  }

  @Test func `the account of the device closes and opens the app`() async throws {
    try await TestCloud.with { cloud in
      let device = cloud.device(of: "alice")
      let model = model(on: device)
      await model.refresh()
      await model.add("milk")
      let states: [(CloudKitAccountState, CKAccountStatus)] = [
        (.restricted, .restricted), (.couldNotDetermine, .couldNotDetermine),
        (.temporarilyUnavailable, .temporarilyUnavailable),
      ]
      for (state, status) in states {
        device.setAccountState(state)
        await model.refresh()
        #expect(model.phase == .unavailable(closedSentence(status)) && model.items == [])
        device.setAccountState(.available)
        await model.refresh()
        #expect(model.phase == .ready && model.items.map(\.title) == ["milk"])
      }
      device.signOut()
      await model.refresh()
      #expect(model.phase == .unavailable(closedSentence(.noAccount)) && model.items == [])
    }
  }

  @Test(arguments: [TodoError.cloudOutOfReach, nil])
  func `what is deleted is gone at once, and comes back to its place if it is refused`(
    refusal: TodoError?
  ) async {
    let repository = HeldRepository(items: [Self.first, Self.second])
    let model = TodoListModel(repository: repository)
    await model.refresh()
    async let deletion: Void = model.delete(Self.first)
    await repository.deletionBegan()
    #expect(model.items == [Self.second])
    // A list that still has it does not bring it back.
    await model.refresh()
    #expect(model.items == [Self.second])
    await repository.answer(refusal)
    await deletion
    #expect(model.items == (refusal == nil ? [Self.second] : [Self.first, Self.second]))
    #expect((model.message == nil) == (refusal == nil))
    #expect(model.message?.contains("first") != false)
  }

  @Test func `to-dos are kept in the cloud, oldest first, and have a title`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (
        model(on: cloud.device(of: "alice")), model(on: cloud.device(of: "alice"))
      )
      await phone.refresh()
      #expect(phone.items == [] && phone.phase == .ready && phone.message == nil)
      for title in ["milk", "  ", "bread"] { await phone.add(title) }
      await laptop.refresh()
      #expect(laptop.items.map(\.title) == ["milk", "No title", "bread"])
      await laptop.delete(laptop.items[0])
      #expect(laptop.message == nil)
      // The other device does not know yet; deleting twice is no mistake.
      await phone.delete(phone.items[0])
      #expect(phone.message == nil)
      await phone.refresh()
      #expect(phone.items.map(\.title) == ["No title", "bread"])
      let bob = model(on: cloud.device(of: "bob"))
      await bob.refresh()
      #expect(bob.items == [])
    }
  }

  @Test func `more to-dos than one page of a query has are all there`() async throws {
    try await TestCloud.with { cloud in
      let alice = cloud.device(of: "alice")
      try await alice.run {
        let database = CKContainer(identifier: "iCloud.com.example.Todos").privateCloudDatabase
        let records = (1...210).map { index in
          let record = CKRecord(recordType: "Todo")
          record["title"] = "\(index)"
          record["createdAt"] = Date(timeIntervalSince1970: Double(index))
          return record
        }
        _ = try await database.modifyRecords(saving: records, deleting: [])
      }
      let model = model(on: alice)
      await model.refresh()
      #expect(model.items.map(\.title) == (1...210).map(String.init))
    }
  }

  @Test func `a deletion that the cloud refuses is undone on the screen`() async throws {
    try await TestCloud.with { cloud in
      let model = model(on: cloud.device(of: "alice"))
      await model.refresh()
      await model.add("milk")
      try await cloud.add(
        TestFault(.fail(code: "ZONE_BUSY", retryAfter: 2), operation: "records/modify", count: 1))
      await model.delete(model.items[0])
      #expect(model.items.map(\.title) == ["milk"])
      #expect(model.message == "‘milk’ was not deleted. The cloud is busy. Try again in 2 s.")
      await model.delete(model.items[0])
      #expect(model.items == [] && model.message == nil)
    }
  }

  @Test func `who signs out sees nothing of the list, and a lost connection keeps it`()
    async throws
  {
    try await TestCloud.with { cloud in
      let device = cloud.device(of: "alice")
      let model = model(on: device)
      let lost = try TestFault(.dropBefore, operation: "records/query", count: 1)
      try await cloud.add(lost)
      await model.refresh()
      #expect(model.phase == .unavailable(TodoError.cloudOutOfReach.message))
      await model.refresh()
      #expect(model.phase == .ready)
      await model.add("milk")
      try await cloud.add(lost)
      await model.refresh()
      #expect(model.items.map(\.title) == ["milk"])
      #expect(model.phase == .ready && model.message == TodoError.cloudOutOfReach.message)
      device.signOut()
      await model.refresh()
      #expect(model.phase == .unavailable(closedSentence(.noAccount)) && model.items == [])
      device.signIn("alice")
      await model.refresh()
      #expect(model.phase == .ready && model.items.map(\.title) == ["milk"])
    }
  }

  private func closedSentence(_ status: CKAccountStatus) -> String {
    guard case .closed(let sentence) = AccountGate(status) else { return "" }
    return sentence
  }
}
