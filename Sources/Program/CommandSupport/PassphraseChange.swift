import CloudClient
import CloudModel

/// Giving the account of a profile another passphrase, and the profile the keys that come with it.
package struct PassphraseChange {
  package let options: GlobalOptions
  /// The file with the present passphrase.
  package var file: String?
  package var newFile: String?
  /// Whether the passphrases may be sent over plain HTTP to another machine.
  package var allowsPlainHTTP: Bool

  package init(
    options: GlobalOptions, file: String?, newFile: String?, allowsPlainHTTP: Bool
  ) {
    self.options = options
    self.file = file
    self.newFile = newFile
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// Asks for what no file says, changes the passphrase, and keeps the new keys.
  ///
  /// Other processes of the profile find the new keys in its file when the cloud refuses the old ones.
  package func run() async throws -> Profile.SignIn {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let known = try profile.requireSignIn()
    let cloud = try CloudChoice(of: profile, known, options, paths: paths)
    let address = try cloud.address()
    try Passphrase.checkSecrecy(
      of: address, allowsPlainHTTP: allowsPlainHTTP, wayOut: "use --insecure")
    let passphrases = try Passphrase.forChange(at: address, file: file, newFile: newFile)
    if let obstacle = profile.writeObstacle() {
      throw Failure("\(obstacle). The passphrase was not changed.")
    }
    try cloud.ensureRunning()
    let trust = options.trust(known.authority)
    return try await CloudConnection.with(
      address, trust: trust, now: Live.now, absence: { cloud.absence }
    ) { connection in
      // Held while the cloud is asked: whoever signs in meanwhile waits, and so is not overwritten.
      let lock = try profile.lockAccount()
      defer { withExtendedLifetime(lock) {} }
      guard var signIn = try profile.signIn(), signIn.cloud == known.cloud,
        signIn.credentials.userRecordName == known.credentials.userRecordName
      else {
        throw profile.signedInMeanwhile("Nothing was changed. Try again.")
      }
      signIn.credentials = try await change(passphrases, of: signIn, in: profile, connection)
      do throws(Failure) {
        try profile.save(signIn)
      } catch {
        throw Failure(
          "\(error.message) The passphrase was changed: then sign in again with the new one.")
      }
      return signIn
    }
  }

  private func change(
    _ passphrases: (present: String?, new: String), of signIn: Profile.SignIn,
    in profile: Profile, _ connection: CloudConnection
  ) async throws(Failure) -> AccountCredentials {
    let container = HTTPCloudContainer(
      connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID,
      advice: signIn.advice(for: profile), knownCloudID: { signIn.cloudID })
    do {
      return try await container.changePassphrase(from: passphrases.present, to: passphrases.new)
    } catch {
      switch error.code {
      case .permissionFailure: throw Failure("\(error.reason) Nothing was changed.")
      case .requestRateLimited:
        throw Failure("\(Failure(cloud: error).message) Nothing was changed.")
      case .networkFailure:
        // The cloud may have done it.
        let command = ProfileName.command(
          "account sign-in \(signIn.credentials.name)", for: profile.name)
        throw Failure(
          "The cloud's answer did not arrive (\(error.clause)), so the passphrase may be the new one already. Use "
            + "‘\(command)’ with the new one; if it is refused, the old one still counts.")
      default: throw Failure(cloud: error)
      }
    }
  }
}
