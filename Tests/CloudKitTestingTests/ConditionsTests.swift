import CloudKit
import CloudKitTesting
import Testing

/// The conditions for which Apple's cloud makes apps wait, and choices where nobody knows Apple's behaviour.
@Suite struct ConditionsTests {
  @Test func `a query finds a note when the index has followed`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.set(TestConditions(indexLag: 3600))
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        #expect(try await NoteStore().all() == [])
        try await cloud.advance(by: 3600)
        #expect(try await NoteStore().all() == ["milk"])
        try await cloud.set(TestConditions())
        try await NoteStore().add("tea")
        #expect(try await NoteStore().all() == ["milk", "tea"])
      }
    }
  }

  @Test func `a query waits by the cloud's clock`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        try await cloud.set(TestConditions(queryDelay: 60))
        try await withThrowingTaskGroup(of: Bool.self) { group in
          group.addTask { try await NoteStore().all() == ["milk"] }
          group.addTask {
            while !Task.isCancelled { try await cloud.advance(by: 60) }
            return true
          }
          let isFound = try await group.next()
          #expect(isFound == true)
          group.cancelAll()
        }
      }
    }
  }

  @Test func `an account that asks too much is told to wait`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        try await cloud.set(
          TestConditions(throttle: .init(requestsPerSecond: 0.001, burst: 2)))
        for _ in 1...2 { _ = try await NoteStore().all() }
        let error = await #expect(throws: CKError.self) { try await NoteStore().all() }
        #expect(error?.code == .requestRateLimited)
        #expect((1...1000).contains(error?.retryAfterSeconds ?? 0))
        try await cloud.advance(by: 1000)
        #expect(try await NoteStore().all() == ["milk"])
      }
    }
  }

  @Test func `a containers file sets them as well, and mistakes are told`() async throws {
    try await TestCloud.with(containers: "[limits]\nindex-lag-ms = 3600000") { cloud in
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        #expect(try await NoteStore().all() == [])
        try await cloud.advance(by: 3600)
        #expect(try await NoteStore().all() == ["milk"])
      }
      await #expect(throws: TestCloudError.self) {
        try await cloud.set(TestConditions(queryDelay: -1))
      }
      await #expect(throws: TestCloudError.self) {
        try await cloud.set(TestConditions(indexLag: .infinity))
      }
    }
    for (file, word) in [
      ("[limits]\nburst = 3", "throttle"), ("[limits]\nlag = 3", "index-lag-ms"),
      ("[limits]\nquery-delay-ms = 60001", "60000"),
      ("[limits]\ntoken-lifetime = -1", "lifetime of tokens"),
    ] {
      let error = await #expect(throws: TestCloudError.self) {
        try await TestCloud.with(containers: file) { _ in }
      }
      #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
    }
  }

  @Test func `one save lags by a fault, and the next does not`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.add(
        TestFault(.lagIndex(seconds: 3600), operation: "records/modify", count: 1))
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        try await NoteStore().add("tea")
        #expect(try await NoteStore().all() == ["tea"])
      }
    }
  }

  @Test func `a cloud has choices, and a device may have others`() async throws {
    var choices = CloudKitChoices()
    choices.missingRecordDeletion = .unknownItem
    try await TestCloud.with(choices: choices) { cloud in
      let delete = {
        _ = try await CKContainer.default().privateCloudDatabase
          .deleteRecord(withID: CKRecord.ID(recordName: "nowhere"))
      }
      let error = await #expect(throws: CKError.self) {
        try await cloud.device(of: "alice").run { try await delete() }
      }
      #expect(error?.code == .unknownItem)
      try await cloud.device(of: "alice", choices: CloudKitChoices()).run { try await delete() }
    }
  }
}
