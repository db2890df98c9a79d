import CloudDevices
import CloudModel
import Foundation
import Testing

/// A profile of this program, as the place where an app on CloudKit's classes finds its cloud and its account.
struct CloudProfileTests {
  private static let container = "iCloud.net.zonechat"

  /// The device of an app that is started where the program is.
  private func device(
    of profile: String, in world: World, _ others: [String: String] = [:]
  ) -> CloudDevice {
    var environment = world.program.environment.filter { !$0.key.hasPrefix("CLOUDKIT_") }
    environment["CLOUDKIT_EMULATOR_PROFILE"] = profile
    return CloudDevice(environment: environment.merging(others) { $1 })
  }

  private func zones(_ device: CloudDevice) async throws -> [RecordZoneID] {
    try await device.session(in: Self.container).database(with: .private).allRecordZones()
      .map(\.zoneID).filter { $0.zoneName.hasPrefix("chat-") }
  }

  @Test func `an app finds the cloud and the account of a profile`() async throws {
    try await World.with { world in
      for person in ["alice", "bob"] { try await world.did(person, "account", "create", person) }
      try await world.did("alice", "new", "Lunch")
      try await world.did("alice", "sync")
      let alice = device(of: "alice", in: world)
      #expect(alice.account?.name == "alice")
      #expect(try await zones(alice).count == 1)
      #expect(try await zones(device(of: "bob", in: world)).isEmpty)

      // The account is known in other containers too, where its keys do not serve.
      let notes = try await alice.session(in: "iCloud.com.example.Notes")
      #expect(try await notes.currentUserIdentity().userRecordName == notes.userRecordName)

      // Another account at the same cloud, and a cloud that is named itself.
      let carol = device(of: "alice", in: world, ["CLOUDKIT_ACCOUNT": "carol"])
      #expect(carol.account?.name == "carol")
      #expect(try await zones(carol).isEmpty)
      let elsewhere = device(of: "alice", in: world, ["CLOUDKIT_EMULATOR_HOST": "127.0.0.1:1"])
      #expect(elsewhere.account == nil)
    }
  }

  @Test func `the keys of a profile serve at a cloud on a network`() async throws {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let passphrase = world.home.appendingPathComponent("passphrase")
        try Data("correct horse\n".utf8).write(to: passphrase)
        try await world.did(
          "alice", "account", "create", "alice", "--cloud", cloud.url, "--passphrase-file",
          passphrase.path)
        try await world.did("alice", "new", "Lunch")
        try await world.did("alice", "sync")
        #expect(try await zones(device(of: "alice", in: world)).count == 1)
      }
    }
  }

  @Test func `a profile that cannot be used says what to do`() async throws {
    try await World.with { world in
      func reason(_ device: CloudDevice) async throws -> String {
        let error = await #expect(throws: CloudError.self) {
          _ = try await device.session(in: Self.container)
        }
        return try #require(error).reason
      }
      let nobody = device(of: "alice", in: world)
      #expect(nobody.account == nil)
      #expect(
        try await reason(nobody)
          == "Nobody is signed in in the profile ‘alice’. "
          + "‘zonechat --profile alice account create NAME’ makes an account.")
      #expect(
        try await reason(device(of: "../alice", in: world)).hasPrefix(
          "‘../alice’ cannot name a profile."))

      try await world.did("alice", "account", "create", "alice")
      try await world.did(nil, "cloud", "stop")
      let stopped = device(of: "alice", in: world)
      #expect(
        try await reason(stopped)
          == "The cloud of the profile ‘alice’ does not run. ‘zonechat cloud start’ starts it.")
      // It works as soon as somebody has followed the advice.
      try await world.did(nil, "cloud", "start")
      #expect(try await stopped.session(in: Self.container).userRecordName.hasPrefix("_"))

      let file = world.home.appendingPathComponent("data/profiles/alice/account.json")
      try Data("mine".utf8).write(to: file)
      #expect(
        try await reason(device(of: "alice", in: world))
          == "\(file.path) is damaged. Put a copy of it back if you have one. Otherwise keep it under "
          + "another name, and sign in again; the chats of this machine stay.")
    }
  }
}
