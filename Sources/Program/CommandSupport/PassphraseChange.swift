import ChatCore
import ChatModel
import ChatSecrets
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
  /// Whether the present passphrase is sent whole; the new one is split if it has enough words.
  package var sendsWhole: Bool

  package init(
    options: GlobalOptions, file: String?, newFile: String?, allowsPlainHTTP: Bool,
    sendsWhole: Bool
  ) {
    self.options = options
    self.file = file
    self.newFile = newFile
    self.allowsPlainHTTP = allowsPlainHTTP
    self.sendsWhole = sendsWhole
  }

  /// Asks for what no file says, changes the passphrase, keeps the new keys, and seals the account's keyring anew.
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
    let typed = try Passphrase.forChange(at: address, file: file, newFile: newFile)
    let account = known.credentials.name
    let passphrases = (
      present: try typed.present.map {
        try AccountPassphrase($0, of: account, isWhole: sendsWhole)
      },
      new: try AccountPassphrase(typed.new, of: account)
    )
    if let obstacle = profile.writeObstacle() {
      throw Failure("\(obstacle). The passphrase was not changed.")
    }
    try cloud.ensureRunning()
    let keys = try await openedKeys(passphrases.present, passphrases.new)
    let trust = options.trust(known.authority)
    let signIn = try await CloudConnection.with(
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
    try await seal(keys, passphrases.new)
    return signIn
  }

  /// What is known of the account's keys, after the present passphrase has opened them for this device.
  ///
  /// Throws where nothing would open them any more.
  private func openedKeys(
    _ present: AccountPassphrase?, _ new: AccountPassphrase
  ) async throws -> KeyStatus {
    let status = try await Session.with(options) { session -> KeyStatus in
      do throws(ChatError) {
        let status = try await session.sharing.keyStatus()
        guard status.areMade, !status.areHere, status.locks.contains(.passphrase),
          let escrow = present?.escrow
        else { return status }
        try await session.sharing.openKeys(with: escrow, .passphrase)
        return try await session.sharing.keyStatus()
      } catch {
        guard case .sealing = error else { throw error }
        Output.note("\(error)")
        return KeyStatus()
      }
    }
    guard new.escrow != nil || status.locks != [.passphrase] else {
      throw Failure(
        "Your keys for sealed chats open with the passphrase alone, and the cloud would see the new one. Take one of at "
          + "least \(SplitPassphrase.fewestWords) words, or make a recovery code first: ‘zonechat account keys code’.",
        code: .usage)
    }
    return status
  }

  /// The passphrase opens the keys if the cloud does not see it.
  private func seal(_ keys: KeyStatus, _ new: AccountPassphrase) async throws {
    do {
      try await Session.with(options) { session in
        if let escrow = new.escrow, keys.areHere {
          try await session.sharing.sealKeys(under: escrow, .passphrase)
        } else if new.escrow == nil, keys.locks.contains(.passphrase) {
          try await session.sharing.unsealFromPassphrase()
          Output.note("The recovery code alone opens your keys for sealed chats now.")
        } else if keys.areMade {
          Output.note(
            "This passphrase does not open your keys for sealed chats. ‘zonechat account keys’ says what does."
          )
        }
      }
    } catch {
      throw Failure(
        "\(error) The passphrase was changed, and does not open your keys for sealed chats yet. ‘zonechat account "
          + "passphrase’ once more seals them.")
    }
  }

  private func change(
    _ passphrases: (present: AccountPassphrase?, new: AccountPassphrase), of signIn: Profile.SignIn,
    in profile: Profile, _ connection: CloudConnection
  ) async throws(Failure) -> AccountCredentials {
    let container = HTTPCloudContainer(
      connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID,
      advice: signIn.advice(for: profile), knownCloudID: { signIn.cloudID })
    do {
      return try await container.changePassphrase(
        from: passphrases.present?.signIn, to: passphrases.new.signIn)
    } catch {
      switch error.code {
      case .permissionFailure:
        let advice = passphrases.present?.escrow == nil ? "" : " " + AccountPassphrase.wholeAdvice
        throw Failure("\(error.reason) Nothing was changed.\(advice)")
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
