package import ChatCore
import ChatModel
import ChatSecrets
import ChatStore
import CloudClient
import CloudModel
import CloudRules
import Foundation
import LocalFiles

/// Making an account or signing in to one, and keeping its keys in the profile.
package struct SignUp {
  package let options: GlobalOptions
  /// The server of the link that led here; nil for the cloud of the options.
  package var server: FoundServer?
  package var passphraseFile: String?
  /// The passphrase that the person has chosen already; if it is nil and needed, the command asks for it.
  package var passphrase: String?
  /// Whether the passphrase may be sent over plain HTTP to another machine.
  package var allowsPlainHTTP: Bool
  /// Whether a passphrase that would be split is sent whole.
  package var sendsWhole: Bool

  package init(
    options: GlobalOptions, server: FoundServer? = nil, passphraseFile: String? = nil,
    passphrase: String? = nil, allowsPlainHTTP: Bool = false, sendsWhole: Bool = false
  ) {
    self.options = options
    self.server = server
    self.passphraseFile = passphraseFile
    self.passphrase = passphrase
    self.allowsPlainHTTP = allowsPlainHTTP
    self.sendsWhole = sendsWhole
  }

  /// What a cloud has answered to somebody who wants to come in.
  private struct Admission {
    var credentials: AccountCredentials
    var entered: Entered
    /// Opens the account's keys; nil where the cloud has the whole passphrase, or none.
    var escrow: EscrowKey?
  }

  package func create(name: String) async throws -> Profile.SignIn {
    try await keep(refuse) { connection, address in
      let passphrase = try accountPassphrase(of: name, at: address, isNew: true)
      do throws(CloudError) {
        let credentials = try await CloudAdministration(connection: connection).createAccount(
          named: name, passphrase: passphrase?.signIn, code: invitation,
          deviceName: Live.deviceName)
        return Admission(
          credentials: credentials, entered: .signedUp, escrow: passphrase?.escrow)
      } catch {
        throw error.code == .constraintViolation
          ? Failure("There is an account ‘\(name)’ already. Choose another name.")
          : Failure(cloud: error)
      }
    }.signIn
  }

  /// The passphrase of an account, which the person has chosen already or is asked for; nil where none is needed.
  private func accountPassphrase(
    of name: String, at address: CloudAddress, isNew: Bool
  ) throws -> AccountPassphrase? {
    let typed =
      try passphrase ?? Passphrase.forCloud(at: address, file: passphraseFile, isNew: isNew)
    return try typed.map { try AccountPassphrase($0, of: name, isWhole: sendsWhole) }
  }

  /// Signs in to an existing account, in an empty profile or again in the account's own.
  ///
  /// By a code for a new passphrase, the passphrase is the new one; by one for another device, there is none.
  package func signIn(name: String) async throws -> Profile.SignIn {
    try await keep { present throws(Failure) in
      guard let present, present.credentials.name.lowercased() != name.lowercased() else { return }
      throw Failure(
        "The profile ‘\(options.profile)’ is signed in as \(present.credentials.name). "
          + "Use --profile for another person, or ‘zonechat account sign-out’ first.")
    } request: { connection, address in
      let kind = server?.code?.kind
      let passphrase: AccountPassphrase? =
        switch kind {
        case .device: nil
        case .reset, .invitation, nil:
          try accountPassphrase(of: name, at: address, isNew: kind == .reset)
        }
      do throws(CloudError) {
        let credentials = try await CloudAdministration(connection: connection).signIn(
          name: name, passphrase: passphrase?.signIn,
          code: kind == .invitation ? nil : server?.link.code, deviceName: Live.deviceName)
        return Admission(
          credentials: credentials, entered: .signedIn, escrow: passphrase?.escrow)
      } catch {
        switch error.code {
        case .notAuthenticated:
          let advice = passphrase?.escrow == nil ? "" : " " + AccountPassphrase.wholeAdvice
          throw Failure(error.reason + advice, code: .notSignedIn)
        default: throw Failure(cloud: error)
        }
      }
    }.signIn
  }

  /// Makes an account, or signs in where there is one with this name and the passphrase is its own.
  package func createOrSignIn(name: String) async throws -> Entered {
    try await keep(refuse) { connection, address in
      let passphrase = try accountPassphrase(of: name, at: address, isNew: true)
      let administration = CloudAdministration(connection: connection)
      do throws(CloudError) {
        let credentials = try await administration.createAccount(
          named: name, passphrase: passphrase?.signIn, code: invitation,
          deviceName: Live.deviceName)
        return Admission(
          credentials: credentials, entered: .signedUp, escrow: passphrase?.escrow)
      } catch {
        guard error.code == .constraintViolation else { throw Failure(cloud: error) }
      }
      do throws(CloudError) {
        let credentials = try await administration.signIn(
          name: name, passphrase: passphrase?.signIn, deviceName: Live.deviceName)
        return Admission(
          credentials: credentials, entered: .signedIn, escrow: passphrase?.escrow)
      } catch {
        guard error.code == .notAuthenticated else { throw Failure(cloud: error) }
        throw Failure(
          "There is an account ‘\(name)’ already, and its passphrase is another one. Choose another name, or check the "
            + "passphrase.")
      }
    }.entered
  }

  /// The code that lets in a new account.
  private var invitation: String? {
    server?.code?.kind == .invitation ? server?.link.code : nil
  }

  /// Refuses to make an account where somebody is signed in.
  private func refuse(_ present: Profile.SignIn?) throws(Failure) {
    guard let present else { return }
    throw Failure(
      "The profile ‘\(options.profile)’ is signed in as \(present.credentials.name) already. "
        + "Use --profile for another person.")
  }

  /// The result of a sign-out.
  package struct SignedOut: Sendable {
    package var name: String
    /// The place where the copy is kept; nil where it was removed.
    package var keptIn: String?
    /// The data that only this device has, for which the copy is kept.
    package var onlyHere = OnlyHere()
    /// Whether the cloud has ended the session.
    package var isConfirmed: Bool
  }

  /// Ends the session and removes what the profile holds of the account.
  ///
  /// Data that the cloud may not be able to give again is put aside until the account signs in here again, unless it is
  /// to be discarded. Where the cloud does not confirm the end of the session, that is everything: the cloud or the
  /// account may be gone.
  package func signOut(discarding: Bool) async throws -> SignedOut {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let signIn = try profile.requireSignIn()
    let use = try await profile.useAlone()
    defer { withExtendedLifetime(use) {} }
    let onlyHere: OnlyHere
    do {
      onlyHere = try await Self.onlyHere(in: profile, of: signIn.credentials)
    } catch {
      // Whatever was not sent in a damaged copy is to be discarded.
      guard discarding, error.isDamage else { throw error }
      onlyHere = OnlyHere()
    }
    var done = SignedOut(
      name: signIn.credentials.name, onlyHere: onlyHere, isConfirmed: true)
    let cloud = try CloudChoice(of: profile, signIn, options, paths: paths)
    do {
      try cloud.ensureRunning()
      try await CloudConnection.with(
        try cloud.address(), trust: options.trust(signIn.authority), now: Live.now
      ) { connection in
        try await CloudAdministration(connection: connection).signOut(signIn.credentials)
      }
    } catch {
      // This machine gives up the keys in any case; only the cloud does not know it.
      done.isConfirmed = false
    }
    if discarding || done.isConfirmed && onlyHere.isEmpty {
      try profile.forget()
    } else {
      done.keptIn = try profile.putAside(signIn).path
    }
    return done
  }

  private static func onlyHere(
    in profile: Profile, of credentials: AccountCredentials
  ) async throws(ChatError) -> OnlyHere {
    let account = Account(
      userRecordName: credentials.userRecordName, name: credentials.name)
    try profile.refuseDamagedLog()
    let replica = try Replica(directory: profile.directory, account: account, now: Live.now)
    return try await ChatRepository(replica: replica, makeUnique: Live.makeUnique).onlyHere()
  }

  /// A name for somebody who opens the client for the first time: the profile's, or the system's for them; empty if
  /// neither can be an account's.
  package static func suggestedName(profile: String, environment: [String: String]) -> String {
    let candidates: [String?] =
      profile == ProfileName.default
      ? [environment["USER"], environment["LOGNAME"], NSUserName()] : [profile]
    // A reserved name, for example that of root, is refused over a network.
    return candidates.compactMap(\.self)
      .first { ProfileName.isValid($0) && !AccountRules.isReserved($0) } ?? ""
  }

  /// Saves the keys that `request` gets, in a profile whose sign-in `check` has accepted.
  private func keep(
    _ check: (Profile.SignIn?) throws -> Void,
    request: (CloudConnection, CloudAddress) async throws -> Admission
  ) async throws -> (signIn: Profile.SignIn, entered: Entered) {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    try check(try profile.signIn())
    // The profile is made before the account: if it cannot be written, the account's name is not
    // used up.
    let lock = try profile.lockAccount()
    defer {
      // Where no account was made, nothing is left of the profile that was made for it.
      profile.removeIfUnused()
      withExtendedLifetime(lock) {}
    }
    let present = try profile.signIn()
    try check(present)
    // Another process may have signed in here since the profile was chosen for the link.
    if let server, let present, present.origin != server.link.place.origin {
      throw Failure(
        "The profile ‘\(options.profile)’ uses another server than \(server.link.place.origin.authority). "
          + "Open the link again.")
    }
    let cloud =
      if let present {
        try CloudChoice(of: profile, present, options, paths: paths)
      } else {
        CloudChoice(option: server?.address.description ?? options.cloud, paths: paths)
      }
    let address = try cloud.address()
    try Passphrase.checkSecrecy(
      of: address, allowsPlainHTTP: allowsPlainHTTP,
      wayOut: "use ‘zonechat account create’ or ‘account sign-in’ with --insecure")
    try cloud.ensureRunning()
    let trust = options.trust(server?.authority ?? present?.authority)
    let (signIn, admission) = try await CloudConnection.with(
      address, trust: trust, now: Live.now
    ) { connection in
      let admission = try await request(connection, address)
      var signIn = Profile.SignIn(
        credentials: admission.credentials, deviceID: present?.deviceID ?? Live.makeUnique(),
        cloud: cloud.remembered, authority: trust.kept)
      try profile.bringBack(signIn)
      try profile.save(signIn)
      if address.socketPath == nil {
        var description = server?.description
        if description == nil {
          // The account is there; a window asks again.
          description = try? await CloudAdministration(connection: connection).server()
        }
        if let description, signIn.note(description) { try profile.save(signIn) }
      }
      return (signIn, admission)
    }
    if let escrow = admission.escrow {
      // The sign-in stands. Whoever needs keys that could not be opened now is told then how to open them.
      try? await Session.with(options) {
        try await $0.sharing.arrive(
          with: escrow, isNewAccount: admission.entered == .signedUp)
      }
    }
    return (signIn, admission.entered)
  }
}
