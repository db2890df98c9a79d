import CloudKit
import CloudKitTesting
import Foundation
import Testing

/// Waiting until everything was sent and fetched.
@Suite(.timeLimit(.minutes(1))) struct QuiescenceTests {
  /// For what cannot become quiet.
  private static let short = Duration.milliseconds(200)

  /// The sentence of an error that quiescence throws.
  private func problem(
    of cloud: TestCloud, _ devices: TestDevice?..., within limit: Duration = short
  ) async throws -> String {
    let error = await #expect(throws: TestCloudError.self) {
      if let device = devices.first.flatMap(\.self) {
        try await cloud.quiesce(device, within: limit)
      } else {
        try await cloud.quiesce(within: limit)
      }
    }
    return try #require(error).reason
  }

  @Test func `devices that write at the same time have the same when all is quiet`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"))
      let laptop = await Notebook(cloud.device(of: "alice"))
      for round in 1...3 {
        for index in 0..<5 {
          await phone.write("phone \(round)", as: "p\(index)")
          await laptop.write("laptop \(round)", as: "l\(index)")
        }
        try await cloud.quiesce()
        let notes = await phone.notes
        #expect(await laptop.notes == notes && notes.count == 10)
        #expect(notes["p0"] == "phone \(round)" && notes["l4"] == "laptop \(round)")
      }
    }
  }

  @Test func `nothing is asked of the cloud in the name of the devices`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"))
      await phone.write("milk", as: "a")
      try await cloud.quiesce()
      // It would meet the first question of the engine, and not one of an administrator.
      try await cloud.add(TestFault(.fail(code: "ZONE_BUSY"), operation: "changes/*", count: 1))
      func asked() async throws -> [TestRequest] {
        try await cloud.requests().filter { $0.operation != "courier" }
      }
      let before = try await asked()
      try await cloud.quiesce()
      #expect(try await asked() == before)
      await #expect(throws: CKError.self) { try await phone.engine.fetchChanges() }
      try await cloud.quiesce()
    }
  }

  @Test func `a push that was lost is told`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      let (writer, reader) = (await Notebook(phone), await Notebook(laptop))
      await writer.write("milk", as: "a")
      try await cloud.quiesce()
      try await cloud.add(TestFault(.loseNotifications))
      await writer.write("bread", as: "b")
      try await cloud.quiesce(phone)
      #expect(
        try await problem(of: cloud)
          == "After 0.2 seconds not everything was sent and fetched:\n"
          + "device 2 (alice), private database of \(Notebook.container): "
          + "the zone Notes has changes that were not fetched, and no push has told of them "
          + "(a device gets none of what it writes itself)")
      #expect(try await problem(of: cloud, laptop).contains("device 2"))
      try await reader.engine.fetchChanges()
      try await cloud.quiesce()
      #expect(await reader.notes == ["a": "milk", "b": "bread"])
    }
  }

  @Test func `unsent changes are reported with the reason`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"))
      await phone.write("milk", as: "a")
      try await cloud.quiesce()
      try await cloud.add(
        TestFault(.fail(code: "ZONE_BUSY", retryAfter: 0.01), operation: "records/modify", count: 2)
      )
      await phone.write("bread", as: "b")
      // It tries again.
      try await cloud.quiesce()
      try await cloud.add(
        TestFault(.fail(code: "THROTTLED", retryAfter: 60), operation: "records/modify"))
      await phone.write("salt", as: "c")
      // The engine has not tried yet at first.
      var reason = ""
      while !reason.contains("it means to send after an error (") {
        reason = try await problem(of: cloud)
      }
      #expect(reason.contains("device 1 (alice), private database of \(Notebook.container): "))
      #expect(reason.contains("a change waits to be sent (save "))
    }
  }

  @Test func `a change that has come back as a conflict is known`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"))
      await phone.write("milk", as: "a")
      try await cloud.quiesce()
      // The answer gets lost, so the second attempt meets the result of the first one. No push tells of that.
      try await cloud.add(TestFault(.dropAfter, operation: "records/modify", count: 1))
      await phone.write("bread", as: "b")
      try await cloud.quiesce()
      let laptop = await Notebook(cloud.device(of: "alice"))
      try await cloud.quiesce()
      #expect(await laptop.notes == ["a": "milk", "b": "bread"])
    }
  }

  @Test func `an engine that is not automatic is done when the app has made it so`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"), automatically: false)
      let laptop = await Notebook(cloud.device(of: "alice"), automatically: false)
      try await cloud.quiesce()
      await phone.write("milk", as: "a")
      #expect(
        try await problem(of: cloud).contains("2 changes wait to be sent (the first one: save"))
      try await phone.engine.sendChanges()
      #expect(
        try await problem(of: cloud).contains(
          "device 2 (alice), private database of \(Notebook.container): the zone Notes has changes "
            + "that were not fetched, and this engine fetches only when it is told to"))
      try await laptop.engine.fetchChanges()
      try await cloud.quiesce()
      #expect(await laptop.notes == ["a": "milk"])
    }
  }

  @Test func `the test waits for an account that signs in later`() async throws {
    try await TestCloud.with { cloud in
      let device = cloud.device(of: nil)
      let phone = await Notebook(device)
      try await cloud.quiesce()
      await phone.write("milk", as: "a")
      #expect(try await problem(of: cloud).contains("device 1 (nobody)"))
      device.signIn("alice")
      try await cloud.quiesce()
      let laptop = await Notebook(cloud.device(of: "alice"))
      try await cloud.quiesce()
      #expect(await laptop.notes == ["a": "milk"])
      device.signOut()
      try await cloud.quiesce()
    }
  }

  @Test func `an app that still works on an event is not quiet`() async throws {
    try await TestCloud.with { cloud in
      let phone = await Notebook(cloud.device(of: "alice"))
      try await cloud.quiesce()
      await phone.hold()
      await phone.write("milk", as: "a")
      while try await !problem(of: cloud).contains("a fetch or a send is under way") {}
      await phone.release()
      try await cloud.quiesce()
    }
  }

  @Test func `a cloud without engines is quiet, and an engine that was released counts no more`()
    async throws
  {
    try await TestCloud.with { cloud in
      try await cloud.quiesce()
      let device = cloud.device(of: "alice")
      do {
        let phone = await Notebook(device, automatically: false)
        await phone.write("milk", as: "a")
        #expect(try await problem(of: cloud).contains("device 1"))
      }
      try await cloud.quiesce()
      #expect(device.account == "alice")
    }
  }
}
