import CloudClient
import CloudModel
import Foundation

/// Making an account and keeping its keys in the profile.
struct SignUp {
  let options: GlobalOptions

  func create(name: String) async throws -> Profile.SignIn {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    if let present = try profile.signIn() {
      throw Failure(
        "The profile ‘\(profile.name)’ is signed in as \(present.credentials.name) already; "
          + "use --profile for another person.")
    }
    // Before the name is taken: a profile that cannot be written must not cost it.
    try Paths.makePrivateDirectory(profile.directory)
    let lock = try FileLock.acquire(profile.directory.appendingPathComponent("account.lock"))
    defer { withExtendedLifetime(lock) {} }
    if let present = try profile.signIn() { return present }
    let cloud = CloudChoice(option: options.cloud, paths: paths)
    let address = try cloud.address()
    try cloud.ensureRunning()
    return try await CloudConnection.with(address) { connection in
      let credentials: AccountCredentials
      do throws(CloudError) {
        credentials = try await CloudAdministration(connection: connection)
          .createAccount(named: name)
      } catch {
        throw error.code == .constraintViolation
          ? Failure("There is an account ‘\(name)’ already; choose another name.")
          : Failure(cloud: error)
      }
      let signIn = Profile.SignIn(
        credentials: credentials, deviceID: Live.makeUnique(), cloud: cloud.remembered)
      try profile.save(signIn)
      return signIn
    }
  }

  /// A name for somebody who opens the client for the first time: the profile's, or the system's for them.
  static func suggestedName(profile: String, environment: [String: String]) -> String {
    if profile != ProfileName.default { return profile }
    let candidates = [environment["USER"], environment["LOGNAME"], NSUserName()]
    return candidates.compactMap { $0 }.first(where: ProfileName.isValid) ?? "me"
  }
}
