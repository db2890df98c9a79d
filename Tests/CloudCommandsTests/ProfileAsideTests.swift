import CloudClient
import CloudModel
import CommandSupport
import Foundation
import Testing

/// The replica of an account that has signed out, which waits for the same account of the same cloud.
struct ProfileAsideTests {
  private static func signIn(at cloud: String?, cloudID: String? = nil) -> ProfileSignIn {
    ProfileSignIn(
      credentials: AccountCredentials(
        name: "anna", userRecordName: "_0123456789abcdef0123456789abcdef",
        containerIdentifier: "c", environment: "development", apiToken: "t", webAuthToken: "w"),
      deviceID: "d", cloud: cloud, cloudID: cloudID)
  }

  /// A profile in a home of its own, in which a replica has these words.
  private struct Place {
    let home: URL
    let profile: Profile

    init() throws {
      home = FileManager.default.temporaryDirectory
        .appendingPathComponent("zonechat-aside-\(UUID().uuidString)")
      let paths = Paths(environment: ["ZONECHAT_HOME": home.path])
      profile = Profile(name: "work", paths: paths)
      try FileManager.default.createDirectory(
        at: profile.directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }

    func write(_ words: String) throws {
      try Data(words.utf8).write(to: profile.replica)
      try Data().write(to: bell)
    }

    /// The words of the replica; nil if there is none.
    var words: String? { try? String(contentsOf: profile.replica, encoding: .utf8) }
    private var bell: URL { profile.directory.appendingPathComponent("replica.bell") }
  }

  private func withPlace(_ body: (Place) throws -> Void) throws {
    let place = try Place()
    defer { try? FileManager.default.removeItem(at: place.home) }
    try body(place)
  }

  @Test(arguments: [nil, "https://chat.example", "unix:/run/cloud.sock"])
  func `it comes back for the same account of the same cloud`(cloud: String?) throws {
    try withPlace { place in
      let signIn = Self.signIn(at: cloud, cloudID: "c")
      try place.write("unsent")
      let kept = try place.profile.putAside(signIn)
      #expect(place.words == nil)
      try place.profile.bringBack(Self.signIn(at: cloud))
      #expect(place.words == "unsent")
      #expect(!FileManager.default.fileExists(atPath: kept.path))
    }
  }

  @Test func `another cloud that claims the account does not get it`() throws {
    try withPlace { place in
      let own = Self.signIn(at: "https://chat.example", cloudID: "c")
      try place.write("unsent")
      let kept = try place.profile.putAside(own)
      for other in [
        Self.signIn(at: "https://evil.example", cloudID: "c"),
        Self.signIn(at: "https://chat.example:8443", cloudID: "c"),
        Self.signIn(at: "https://chat.example", cloudID: "d"), Self.signIn(at: nil),
      ] {
        try place.profile.bringBack(other)
        #expect(place.words == nil, "\(other.cloud ?? "")")
      }
      // What the other one leaves does not replace it either.
      let other = Self.signIn(at: "https://evil.example")
      try place.write("other")
      #expect(try place.profile.putAside(other) != kept)
      try place.profile.bringBack(own)
      #expect(place.words == "unsent")
    }
  }

  @Test func `what an earlier program has put aside is for the cloud of this machine alone`()
    throws
  {
    try withPlace { place in
      try place.write("unsent")
      let kept = try place.profile.putAside(Self.signIn(at: nil))
      try FileManager.default.removeItem(at: kept.appendingPathComponent("origin"))
      try place.profile.bringBack(Self.signIn(at: "https://chat.example"))
      #expect(place.words == nil)
      try place.profile.bringBack(Self.signIn(at: nil))
      #expect(place.words == "unsent")
    }
  }
}
