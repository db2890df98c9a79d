import CloudClient
import CloudModel
import Foundation

/// Following a server that has moved to another address, with the profile's account and its copy of the chats.
package struct ServerMove {
  package let options: GlobalOptions
  /// Whether the person orders to send the keys, although the address that the profile knows does not name the new one.
  package var isForced: Bool

  package init(options: GlobalOptions, isForced: Bool) {
    self.options = options
    self.isForced = isForced
  }

  /// Asks the server at the address that the profile knows whether it has moved, then the one at the new address who it
  /// is and whether it knows the account, and keeps the new address.
  ///
  /// That the new address says that it is the same server proves nothing, because everybody can read the identity of a
  /// server. So the keys are sent only if the old address, trusted as before, names the new one, or by order.
  ///
  /// `text` is an address, or a link of the server, which also says who vouches for the server there: an authority that
  /// it names, or else the machine's own. That comes from whoever made the link, and so counts only by order.
  package func run(to text: String) async throws -> Profile.SignIn {
    let profile = Profile(name: options.profile, paths: Paths(environment: Live.environment))
    let present = try profile.requireSignIn()
    let (origin, voucher) = try Self.place(text)
    let use = try await profile.useAlone()
    defer { withExtendedLifetime(use) {} }
    if !isForced { try await checkMoved(present, to: origin) }
    let trust = options.trust(try await authority(at: origin, voucher, present))
    var moved = present
    (moved.cloud, moved.authority) = (origin.description, trust.kept)
    try await CloudConnection.with(CloudAddress(origin), trust: trust, now: Live.now) {
      connection in
      let description = try await CloudAdministration(connection: connection).server()
      guard present.cloudID == nil || present.cloudID == description.cloudID else {
        throw Failure(
          "What answers at \(origin) is another server than that of \(present.credentials.name). Nothing was changed. "
            + "Check the address.")
      }
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
    // Somebody may have signed out or in meanwhile.
    guard let now = try profile.signIn(), now.credentials == present.credentials,
      now.cloud == present.cloud
    else {
      throw profile.signedInMeanwhile("Nothing was changed. Try again.")
    }
    try profile.save(moved)
    return moved
  }

  /// Who vouches for the server at the new address, as the text says.
  private enum Voucher {
    case asBefore
    /// The machine's own list, as for a link that names nobody.
    case machine
    case authority(AuthorityPin)
  }

  private static func place(_ text: String) throws -> (ServerOrigin, Voucher) {
    if let link = try? ServerLink(parsing: text) {
      let origin = link.place.origin
      guard origin.isSecure else { return (origin, .asBefore) }
      return (origin, link.place.pin.map(Voucher.authority) ?? .machine)
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
    return (origin, .asBefore)
  }

  /// The authority that vouches for the server at the new address: that of the profile, or by order that of the link.
  private func authority(
    at origin: ServerOrigin, _ voucher: Voucher, _ present: Profile.SignIn
  ) async throws -> String? {
    if case .machine = voucher, isForced { return nil }
    guard case .authority(let pin) = voucher, pin != present.pin else { return present.authority }
    guard isForced else {
      Output.problem(
        "The link names another authority of \(origin.authority) than the one that the profile ‘\(options.profile)’ "
          + "trusts. The profile keeps its own.")
      return present.authority
    }
    return try await AuthorityFetch.authority(at: CloudAddress(origin), pin: pin, now: Live.now())
  }

  /// Throws unless the server at the address that the profile knows names the new one as its own.
  private func checkMoved(_ present: Profile.SignIn, to origin: ServerOrigin) async throws {
    guard let old = present.origin else {
      throw refusal(to: origin, by: present, because: "It has no address on a network.")
    }
    // As before, whatever is to be trusted at the new address.
    let trust = ServerTrust(kept: present.authority, environment: Live.environment)
    let description: ServerDescription
    do {
      description = try await CloudConnection.with(
        CloudAddress(old), trust: trust, now: Live.now
      ) { try await CloudAdministration(connection: $0).server() }
    } catch let error as CloudError {
      let isReached =
        error.code != .networkUnavailable && error.code != .networkFailure
        && error.code != .serviceUnavailable
      guard !isReached else { throw error }
      throw refusal(to: origin, by: present, because: error.reason)
    }
    guard description.publicURL.flatMap({ ServerOrigin($0) }) != origin else { return }
    throw refusal(to: origin, by: present)
  }

  /// The refusal where the old address does not name the new one; `obstacle` is the reason why it could not be asked.
  ///
  /// Only with an obstacle it names the way by order: a server that answers can name the address itself.
  private func refusal(
    to origin: ServerOrigin, by present: Profile.SignIn, because obstacle: String? = nil
  ) -> Failure {
    let said =
      "\(present.cloud ?? "The cloud of this machine"), which the profile ‘\(options.profile)’ uses, does not say that "
      + "it has moved to \(origin)"
    let advice = "Nothing was sent there. Ask the administrator of the server."
    guard let obstacle else { return Failure("\(said). \(advice)") }
    return Failure(
      "\(said): \(obstacle) \(advice) With --force the new address gets the keys of this account.")
  }
}
