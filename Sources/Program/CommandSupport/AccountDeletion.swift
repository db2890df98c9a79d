import CloudClient
package import CloudModel
import Foundation

/// The deletion of the account that a profile is signed in to, by its person.
package struct AccountDeletion {
  package let options: GlobalOptions
  package var passphraseFile: String?
  /// Whether the passphrase may be sent over plain HTTP to another machine.
  package var allowsPlainHTTP: Bool
  package var sendsWhole: Bool

  package init(
    options: GlobalOptions, passphraseFile: String?, allowsPlainHTTP: Bool, sendsWhole: Bool
  ) {
    self.options = options
    self.passphraseFile = passphraseFile
    self.allowsPlainHTTP = allowsPlainHTTP
    self.sendsWhole = sendsWhole
  }

  /// Our choice: an account with much in it takes longer than other requests.
  private static let longest = Duration.seconds(3600)

  private var profile: Profile {
    Profile(name: options.profile, paths: Paths(environment: Live.environment))
  }

  /// The account that would go.
  ///
  /// Throws a sentence where nobody is signed in, and where another process has the profile open.
  package func account() async throws(Failure) -> AccountCredentials {
    let signIn = try profile.requireSignIn()
    _ = try await profile.useAlone()
    return signIn.credentials
  }

  /// Deletes the account at its server, and then everything that the profile has of it.
  package func run(of account: AccountCredentials) async throws -> DeletionReport {
    let profile = profile
    let signIn = try profile.requireSignIn()
    let use = try await profile.useAlone()
    defer { withExtendedLifetime(use) {} }
    guard signIn.credentials.userRecordName == account.userRecordName else {
      throw profile.signedInMeanwhile("Nothing was deleted.")
    }
    let cloud = try CloudChoice(
      of: profile, signIn, options, paths: Paths(environment: Live.environment))
    let address = try cloud.address()
    try Passphrase.checkSecrecy(
      of: address, allowsPlainHTTP: allowsPlainHTTP, wayOut: "add --insecure")
    let passphrase = try Passphrase.forCloud(at: address, file: passphraseFile, isNew: false)
      .map { try AccountPassphrase($0, of: account.name, isWhole: sendsWhole).signIn }
    try cloud.ensureRunning()
    let report = try await CloudConnection.with(
      address, trust: options.trust(signIn.authority), now: Live.now
    ) { connection -> DeletionReport in
      let container = HTTPCloudContainer(
        connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID)
      do {
        return try await RequestTime.$current.withValue(RequestTime(request: Self.longest)) {
          try await container.deleteAccount(passphrase: passphrase)
        }
      } catch let error as CloudError {
        switch error.code {
        case .permissionFailure: throw Failure("\(error.reason) Nothing was deleted.")
        default: throw Failure(cloud: error)
        }
      }
    }
    try profile.forget()
    return report
  }
}
