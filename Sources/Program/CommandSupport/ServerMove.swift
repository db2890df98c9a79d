import CloudClient
import CloudModel
import Foundation

/// Following a server that has moved to another address, with the profile's account and its copy of the chats.
package struct ServerMove {
  package let options: GlobalOptions
  /// Whether the server need not prove to be the one of the account, where the profile does not know yet which it is.
  package var isForced: Bool

  package init(options: GlobalOptions, isForced: Bool) {
    self.options = options
    self.isForced = isForced
  }

  /// Asks the server at the new address who it is, then whether it knows the account, and keeps the address.
  ///
  /// The keys are sent only after the first answer. `text` is an address, or a link of the server, which also says who
  /// vouches for the server there.
  package func run(to text: String) async throws -> Profile.SignIn {
    let profile = Profile(name: options.profile, paths: Paths(environment: Live.environment))
    let present = try profile.requireSignIn()
    let (origin, authority) = try await Self.place(text, present)
    let use = try await profile.useAlone()
    defer { withExtendedLifetime(use) {} }
    let trust = options.trust(authority)
    var moved = present
    (moved.cloud, moved.authority) = (origin.description, trust.kept)
    try await CloudConnection.with(CloudAddress(origin), trust: trust, now: Live.now) {
      connection in
      let description = try await CloudAdministration(connection: connection).server()
      try check(description, of: present, at: origin)
      let identity = try await HTTPCloudContainer(
        connection: connection, credentials: present.credentials, clientID: present.deviceID
      ).currentUserIdentity()
      guard identity.userRecordName == present.credentials.userRecordName else {
        throw Failure(
          "The server at \(origin) has another account for these keys. Nothing was changed.")
      }
      _ = moved.note(description)
    }
    let lock = try profile.lockAccount()
    defer { withExtendedLifetime(lock) {} }
    try profile.save(moved)
    return moved
  }

  /// The new address, and the authority that vouches for the server there.
  private static func place(
    _ text: String, _ present: Profile.SignIn
  ) async throws -> (ServerOrigin, authority: String?) {
    if let link = try? ServerLink(parsing: text) {
      let address = CloudAddress(link.place.origin)
      guard let pin = link.place.pin, link.place.origin.isSecure else {
        return (link.place.origin, nil)
      }
      let authority = try await AuthorityFetch.authority(at: address, pin: pin, now: Live.now())
      return (link.place.origin, authority)
    }
    let paths = Paths(environment: Live.environment)
    let address = try CloudChoice(option: text, paths: paths).address()
    guard let origin = address.origin else {
      throw Failure(
        "\(text) is not the address of a server on a network. Write https://HOST.", code: .usage)
    }
    guard !address.isReadableOnTheWay else {
      throw Failure(
        "\(origin) is plain HTTP, over which everybody on the way can read the keys of the account. Write https://HOST.",
        code: .usage)
    }
    return (origin, present.authority)
  }

  private func check(
    _ description: ServerDescription, of present: Profile.SignIn, at origin: ServerOrigin
  ) throws(Failure) {
    guard let cloudID = present.cloudID else {
      guard isForced else {
        throw Failure(
          "The profile ‘\(options.profile)’ does not know yet which server it uses, so nothing was sent to \(origin). "
            + "Open a window while the old address answers, or use --force if you are sure.")
      }
      return
    }
    guard cloudID == description.cloudID else {
      throw Failure(
        "What answers at \(origin) is another server than that of \(present.credentials.name). Nothing was changed. "
          + "Check the address.")
    }
  }
}
