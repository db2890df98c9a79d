import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import TestSupport
import Testing

/// The keys of an account on another device.
struct KeyringTests {
  private let code = RecoveryCode.random()

  private func seal(_ device: Device) async throws {
    try await device.sharing.sealKeys(
      under: code.escrow(of: device.account.userRecordName), .recoveryCode)
  }

  private func open(_ device: Device, with code: RecoveryCode) async throws {
    try await device.sharing.openKeys(
      with: code.escrow(of: device.account.userRecordName), .recoveryCode)
  }

  @Test func `a new device reads everything after its keys were opened with the code`()
    async throws
  {
    try await withTwo { world, alice, bob in
      #expect(try await alice.sharing.keyStatus() == KeyStatus())
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob])
      #expect(
        try await alice.sharing.keyStatus() == KeyStatus(areMade: true, areHere: true, locks: []))
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await seal(alice)
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      let id = try await chat.id(on: tablet)
      #expect(
        try await tablet.sharing.keyStatus()
          == KeyStatus(areMade: true, areHere: false, locks: [.recoveryCode]))
      // Nothing is shown, and the chat says why.
      #expect(try await tablet.lines(in: id) == [])
      #expect(
        try await tablet.summary(of: id).trouble == SealingProblem.keysElsewhere.description)
      await #expect(throws: ChatError.sealing(.wrongSecret("recovery code"))) {
        try await open(tablet, with: .random())
      }
      try await open(tablet, with: code)
      #expect(try Data(contentsOf: tablet.keyFile) == Data(contentsOf: alice.keyFile))
      #expect(try await tablet.lines(in: id) == ["alice: hello"])
      #expect(try await tablet.summary(of: id).trouble == nil)
      try await tablet.repository.send("from the tablet", to: id)
      try await world.syncUntilQuiet([tablet, bob])
      #expect(try await bob.lines(in: chat.id(on: bob)).last == "alice: from the tablet")
    }
  }

  @Test func `a new code takes the place of the one before`() async throws {
    try await withTwo { world, alice, _ in
      try await alice.sharing.prepareKeys()
      try await seal(alice)
      let new = RecoveryCode.random()
      try await alice.sharing.sealKeys(
        under: new.escrow(of: alice.account.userRecordName), .recoveryCode)
      let tablet = try world.device(of: "alice", named: "tablet")
      await #expect(throws: ChatError.sealing(.wrongSecret("recovery code"))) {
        try await open(tablet, with: code)
      }
      try await open(tablet, with: new)
    }
  }

  @Test func `who signs in with a passphrase makes, opens or seals the keys`() async throws {
    try await withTwo { world, alice, _ in
      let (first, second) = (EscrowKey.random(), EscrowKey.random())
      // Keys are made for a new account only: a cloud could say that an old one has none.
      try await alice.sharing.arrive(with: first, isNewAccount: false)
      #expect(try await alice.sharing.keyStatus() == KeyStatus())
      try await alice.sharing.arrive(with: first, isNewAccount: true)
      let tablet = try world.device(of: "alice", named: "tablet")
      try await tablet.sharing.arrive(with: first, isNewAccount: false)
      #expect(try Data(contentsOf: tablet.keyFile) == Data(contentsOf: alice.keyFile))
      // The account has got another passphrase, and a device with the keys signs in with it.
      try await alice.sharing.arrive(with: second, isNewAccount: false)
      let phone = try world.device(of: "alice", named: "phone")
      await #expect(throws: ChatError.sealing(.wrongSecret("passphrase"))) {
        try await phone.sharing.arrive(with: first, isNewAccount: false)
      }
      try await phone.sharing.arrive(with: second, isNewAccount: false)
      // The cloud sees the next one, so that one opens nothing.
      try await alice.sharing.unsealFromPassphrase()
      #expect(try await phone.sharing.keyStatus().locks == [])
      let watch = try world.device(of: "alice", named: "watch")
      await #expect(throws: ChatError.sealing(.notSealedUnder("passphrase"))) {
        try await watch.sharing.openKeys(with: second, .passphrase)
      }
    }
  }

  @Test func `attack 31: a keyring with other keys than those of the card is not taken`()
    async throws
  {
    try await withTwo { world, alice, bob in
      try await alice.sharing.prepareKeys()
      try await seal(alice)
      let tablet = try world.device(of: "alice", named: "tablet")
      let user = alice.account.userRecordName
      // Somebody who has the code makes other keys, and has the cloud hand them out.
      let id = KeyringRecord.id(of: user)
      func show(_ bytes: [UInt8]) async throws {
        var record = Record(recordType: KeyringRecord.recordType, recordID: id)
        record[KeyringRecord.codeKey] = .bytes(Data(bytes))
        _ = try await alice.container.database(with: .private).modifyRecords(
          saving: [record], deleting: [], savePolicy: .allKeys, atomically: false
        ).saveResults[id]?.get()
      }
      let escrow = code.escrow(of: user)
      try await show(
        SealedKeyring.seal(AccountSecrets(user: user), under: escrow, lock: .recoveryCode))
      await #expect(throws: ChatError.sealing(.otherKeys)) { try await open(tablet, with: code) }
      #expect(!FileManager.default.fileExists(atPath: tablet.keyFile.path))
      try await show(Array("no keyring".utf8))
      await #expect(throws: ChatError.sealing(.badKeyring)) { try await open(tablet, with: code) }
      // Nobody else sees the record.
      await #expect(throws: CloudError.self) {
        try await bob.container.database(with: .private)
          .records(for: [id], desiredKeys: nil)[id]?.get()
      }
    }
  }
}
