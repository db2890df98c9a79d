package import ChatCore
import ChatModel
import ChatStore
package import CloudClient
package import CloudModel
import CloudSync
import Foundation
import LocalFiles
import Logging
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A signed-in profile at work: its replica, its way to the cloud, and the engine between them.
package struct Session: Sendable {
  package let profile: Profile
  package let credentials: AccountCredentials
  package let repository: ChatRepository
  package let sharing: ChatSharing
  package let container: HTTPCloudContainer
  /// The server that the links of the account's chats name; nil for the cloud of one machine.
  package let server: ServerPlace?
  let time: SessionTime
  private let cloud: CloudChoice
  private let connection: CloudConnection

  /// Runs `body` with the profile's session, and ends everything that it opened.
  package static func with<Success: Sendable>(
    _ options: GlobalOptions, time: SessionTime = .live,
    _ body: (Session) async throws -> Success
  ) async throws -> Success {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let signIn = try profile.requireSignIn()
    try Paths.checkPrivate(profile.directory, from: S_IWGRP | S_IWOTH)
    try profile.requireWholeLog()
    let use = FileLock.share(profile.useLock)
    defer { withExtendedLifetime(use) {} }
    let cloud = try CloudChoice(of: profile, signIn, options, paths: paths)
    let server = Profiles(paths: paths).server(of: signIn, in: profile.name)
    let account = Account(
      userRecordName: signIn.credentials.userRecordName, name: signIn.credentials.name)
    let replica = try Replica(
      directory: profile.directory, account: account, now: time.now, whenCommitted: Log.commits)
    return try await CloudConnection.with(
      try cloud.address(), trust: options.trust(signIn.authority), now: Live.now,
      absence: { cloud.absence }
    ) { connection in
      let container = HTTPCloudContainer(
        connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID,
        advice: signIn.advice(for: profile),
        // Where the file cannot be read now, what was read first counts.
        knownCloudID: { (try? profile.signIn())?.cloudID ?? signIn.cloudID },
        renewed: {
          // Where the file cannot be read now, the keys are those that are known.
          guard let now = try? profile.signIn(), now.cloud == signIn.cloud,
            now.credentials.userRecordName == signIn.credentials.userRecordName
          else { return nil }
          return now.credentials
        })
      let session = Session(
        profile: profile, credentials: signIn.credentials,
        repository: ChatRepository(
          replica: replica, server: server, makeUnique: Live.makeUnique),
        sharing: ChatSharing(
          container: container, replica: replica, clock: time.clock, server: server,
          dialled: signIn.origin,
          newPeople: server == nil ? nil : NewPeople(container, connection)),
        container: container, server: server, time: time, cloud: cloud, connection: connection)
      return try await body(session)
    }
  }

  /// Asks a server what it says of itself, once in the life of a profile: from then on links name the address that it
  /// gives itself.
  func learnServer() async {
    // A failure is no harm: links name the profile's own address until then.
    guard let present = try? profile.signIn(), present.cloudID == nil, present.origin != nil,
      let description = try? await CloudAdministration(connection: connection).server(),
      let lock = try? profile.lockAccount()
    else { return }
    defer { withExtendedLifetime(lock) {} }
    // Somebody may have signed out or in meanwhile.
    guard var signIn = try? profile.signIn(),
      signIn.credentials.userRecordName == credentials.userRecordName,
      signIn.cloud == present.cloud, signIn.note(description)
    else { return }
    try? profile.save(signIn)
  }

  package var cloudDescription: String { rememberedCloud ?? "embedded" }

  /// The address that the profile remembers; nil for the embedded cloud.
  package var rememberedCloud: String? { cloud.remembered }

  /// The server, for the titles of notifications: on one desktop those of all profiles are seen.
  ///
  /// Nil where only this profile is signed in, and for the cloud of this machine.
  package var newsPlace: String? {
    guard let origin = server?.origin ?? cloud.remembered.flatMap({ ServerOrigin($0) }),
      Profiles(paths: Paths(environment: Live.environment)).all().count > 1
    else { return nil }
    return origin.authority
  }

  /// Starts the embedded cloud where that is the one in use.
  ///
  /// Throws a sentence about what is wrong.
  package func ensureCloud() throws(Failure) { try cloud.ensureRunning() }

  /// The clocks of the server and of this machine, and what to do, if they differ.
  package func clockTrouble() async -> String? {
    await ServerSight.clockTrouble(of: connection.address, now: Live.now)
  }

  func pathChanges() -> AsyncStream<Void>? { cloud.arrivals() }

  func engine(for lease: Lease) -> SyncEngine {
    let cloud = cloud
    return SyncEngine(
      container: container, store: lease.replica, clock: time.clock, seed: Live.seed(),
      logger: Log.engine(),
      prepareConnection: {
        // The failure to connect that follows says why: `CloudChoice.absence`.
        try? cloud.ensureRunning()
      })
  }
}

extension Session {
  /// What proves to the cloud who the person is: from a passphrase in a file if one is named, otherwise asked for; nil
  /// where the operating system vouches for them.
  package func passphrase(file: String?, sendsWhole: Bool) throws -> String? {
    try Passphrase.forCloud(at: try cloud.address(), file: file, isNew: false)
      .map { try AccountPassphrase($0, of: credentials.name, isWhole: sendsWhole).signIn }
  }
}

extension NewPeople {
  fileprivate init(_ container: HTTPCloudContainer, _ connection: CloudConnection) {
    self.init(
      areWelcome: {
        // Whoever cannot ask now invites nobody now.
        let server = try? await CloudAdministration(connection: connection).server()
        return server?.membersMayInvite ?? false
      },
      makeCode: { () async throws(CloudError) -> (code: String, lifeSeconds: Int64) in
        try await container.makeCode(of: .invitation)
      })
  }
}

/// Which cloud a command talks to.
package struct CloudChoice: Sendable {
  private let url: String?
  private let embedded: EmbeddedCloud
  private let lastStart = LastStart()

  /// The cloud at an address; the embedded one without.
  package init(option: String?, paths: Paths) {
    url = option
    embedded = EmbeddedCloud(paths: paths)
  }

  /// The cloud of a profile.
  ///
  /// Throws where `--cloud` names another one: the profile's copy of the chats and its keys are of this cloud.
  package init(
    of profile: Profile, _ signIn: Profile.SignIn, _ options: GlobalOptions, paths: Paths
  ) throws {
    self.init(option: signIn.cloud, paths: paths)
    guard let option = options.cloud else { return }
    let (named, own) = (
      try CloudChoice(option: option, paths: paths).address(), try address()
    )
    guard !named.isSame(as: own) else { return }
    let command = ProfileName.command("account move URL", for: profile.name)
    throw Failure(
      "The profile ‘\(profile.name)’ belongs to \(signIn.cloud ?? "the cloud of this machine"), and --cloud names "
        + "another cloud. ‘\(command)’ follows a server that has moved; --profile takes another profile.",
      code: .usage)
  }

  /// The address that the profile remembers; nil for the embedded cloud.
  package var remembered: String? { url }

  package func address() throws -> CloudAddress {
    do throws(CloudError) {
      return try CloudAddress(url ?? embedded.address)
    } catch {
      throw Failure(error.reason, code: .usage)
    }
  }

  package func ensureRunning() throws(Failure) {
    guard url == nil else { return }
    do throws(Failure) {
      try embedded.ensureRunning()
      lastStart.failure.withLock { $0 = nil }
    } catch {
      lastStart.failure.withLock { $0 = error.message }
      throw error
    }
  }

  /// The reason why the embedded cloud does not listen, as a sentence.
  ///
  /// It is nil if the reason is not known, or for a cloud on a network.
  var absence: String? {
    guard url == nil else { return nil }
    return embedded.isStoppedOnPurpose
      ? EmbeddedCloud.stoppedOnPurpose : lastStart.failure.withLock(\.self)
  }

  /// One element whenever it has begun to listen at its socket; nil for a cloud on a network.
  package func arrivals() -> AsyncStream<Void>? {
    // If its folder cannot be made, starting the cloud reports that.
    if url == nil { try? embedded.prepareDirectories() }
    guard let path = try? address().socketPath else { return nil }
    return FileWatch.arrivals(at: path)
  }
}

/// The failure of this process's last attempt to start the embedded cloud, as a sentence; nil if it did not fail.
private final class LastStart: Sendable {
  let failure = Mutex<String?>(nil)
}

extension ProfileSignIn {
  /// What a person can do whose keys the cloud refuses: the session was ended elsewhere, or the cloud has lost it.
  func advice(for profile: Profile) -> String {
    let signIn = ProfileName.command("account sign-in \(credentials.name)", for: profile.name)
    return
      "Sign in again with ‘\(signIn)’; what was not sent waits for it. If the account is gone, use "
      + "‘account sign-out’, which keeps this machine's copy aside, and then ‘account create’."
  }
}

extension CloudAddress {
  /// Whether two spellings lead to the same cloud.
  fileprivate func isSame(as other: CloudAddress) -> Bool {
    if let origin { return origin == other.origin }
    return socketPath == other.socketPath && (socketPath != nil || description == other.description)
  }
}
