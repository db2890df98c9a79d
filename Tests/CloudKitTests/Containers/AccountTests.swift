import CloudDevices
import CloudKitCore
import Foundation
import Synchronization
import Testing

@Suite struct AccountTests {
  @Test func `without an account the public database can be read, and nothing else`() async throws {
    try await TestWorld.with { world in
      let (alice, nobody) = (world.container(), world.container(of: nil))
      let post = CKRecord(recordType: "Post", recordID: CKRecord.ID(recordName: "one"))
      post["text"] = "hello"
      try await alice.publicCloudDatabase.save(post)
      #expect(try await nobody.accountStatus() == .noAccount)
      let read = try await nobody.publicCloudDatabase.record(for: post.recordID)
      #expect(read["text"] == "hello")
      read["text"] = "other"
      await expect(.notAuthenticated) { try await nobody.publicCloudDatabase.save(read) }
      await expect(.notAuthenticated) {
        try await nobody.privateCloudDatabase.record(for: post.recordID)
      }
      await expect(.notAuthenticated) { try await nobody.userRecordID() }
    }
  }

  @Test func `signing out and in is announced, and counts at once`() async throws {
    try await TestWorld.with { world in
      let device = world.device(of: "alice")
      let container = CKContainer(identifier: TestWorld.container, device: device)
      let alice = try await container.userRecordID()
      let (changes, changed) = AsyncStream<Void>.makeStream()
      let observer = NotificationCenter.default.addObserver(
        forName: .CKAccountChanged, object: nil, queue: nil
      ) { _ in changed.yield() }
      defer { NotificationCenter.default.removeObserver(observer) }
      device.signIn(nil)
      for await _ in changes { break }
      #expect(try await container.accountStatus() == .noAccount)
      device.signIn(.init(name: "bob"))
      #expect(try await container.accountStatus() == .available)
      #expect(try await container.userRecordID() != alice)
    }
  }

  @Test(
    arguments: [
      (.available, .available, nil), (.restricted, .restricted, .managedAccountRestricted),
      (.couldNotDetermine, .couldNotDetermine, .serviceUnavailable),
      (.temporarilyUnavailable, .temporarilyUnavailable, .accountTemporarilyUnavailable),
    ] as [(CloudKitAccountState, CKAccountStatus, CKError.Code?)])
  func `the state of an account is its status, and the error of its calls`(
    state: CloudKitAccountState, status: CKAccountStatus, code: CKError.Code?
  ) async throws {
    try await TestWorld.with { world in
      let device = world.device(of: "alice")
      let container = CKContainer(identifier: TestWorld.container, device: device)
      let note = CKRecord(recordType: "Note")
      try await container.privateCloudDatabase.save(note)
      #expect(Self.announcements { device.setAccountState(state) } == 1)
      #expect(try await container.accountStatus() == status)
      if let code {
        await expect(code) { try await container.privateCloudDatabase.record(for: note.recordID) }
        await expect(code) { try await container.publicCloudDatabase.record(for: note.recordID) }
        await expect(code) { try await container.userRecordID() }
        device.setAccountState(.available)
      }
      #expect(try await container.accountStatus() == .available)
      _ = try await container.privateCloudDatabase.record(for: note.recordID)
      // Signing in ends it too, and without an account there is none that could be restricted.
      device.setAccountState(state)
      device.signIn(nil)
      #expect(Self.announcements { device.setAccountState(.restricted) } == 0)
      #expect(try await container.accountStatus() == .noAccount)
      device.signIn(.init(name: "alice"))
      #expect(try await container.accountStatus() == .available)
    }
  }

  /// The number of times that a body posts `CKAccountChanged`; other tests post it on other threads.
  private static func announcements(_ body: () -> Void) -> Int {
    let thread = pthread_self()
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { _ in if pthread_self() == thread { count.withLock { $0 += 1 } } }
    defer { NotificationCenter.default.removeObserver(observer) }
    body()
    return count.withLock { $0 }
  }

  @Test func `the environment says the state of an account`() async throws {
    func container(_ state: String) -> CKContainer {
      let device = CloudDevice(environment: [
        "CLOUDKIT_EMULATOR_HOST": "127.0.0.1:1", "CLOUDKIT_ACCOUNT": "alice",
        "CLOUDKIT_ACCOUNT_STATE": state,
      ])
      return CKContainer(identifier: TestWorld.container, device: device)
    }
    #expect(try await container("restricted").accountStatus() == .restricted)
    await expect(.managedAccountRestricted) { try await container("restricted").userRecordID() }
    #expect(try await container("").accountStatus() == .available)
    await expect(.invalidArguments) { try await container("Restricted").userRecordID() }
  }

  @Test func `a cloud that is not there is a network that is not there`() async throws {
    let device = CloudDevice(environment: [
      "CLOUDKIT_EMULATOR_HOST": "127.0.0.1:1", "CLOUDKIT_ACCOUNT": "alice:correct horse",
      "CLOUDKIT_CONTAINER": "iCloud.com.example.Named", "CLOUDKIT_CLIENT_ID": "laptop",
    ])
    #expect(device.account == CloudDevice.Account(name: "alice", passphrase: "correct horse"))
    #expect(device.defaultContainer == "iCloud.com.example.Named")
    #expect(device.clientID == "laptop")
    let container = CKContainer(identifier: device.defaultContainer, device: device)
    await expect(.networkUnavailable) { try await container.privateCloudDatabase.allRecordZones() }
  }
}
