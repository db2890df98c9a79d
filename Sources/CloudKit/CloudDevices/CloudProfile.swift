import CloudClient
import CloudModel
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// A profile of this project's own client, as the place where a program finds its cloud and its account.
///
/// It is read once. Changes of the account, for example a sign-out, are seen by the next process.
struct CloudProfile {
  private let name: String
  private let environment: [String: String]
  private let socket: String
  private let signIn: Result<ProfileSignIn?, CloudError>

  init(_ name: String, environment: [String: String]) {
    let paths = Paths(environment: environment)
    self.name = name
    self.environment = environment
    socket = paths.cloudSocket.path
    guard ProfileName.isValid(name) else {
      signIn = .failure(
        CloudError(.invalidArguments, "‘\(name)’ cannot name a profile. \(ProfileName.rule)"))
      return
    }
    do throws(ProfileFileError) {
      signIn = .success(try ProfileSignIn.read(in: paths.profile(name)))
    } catch {
      signIn = .failure(CloudError(.internalError, error.reason))
    }
  }

  /// Who is signed in in the profile.
  var account: CloudDevice.Account? {
    // What is wrong with the file is thrown where the cloud is looked for.
    (try? signIn.get()).flatMap(\.self).map {
      CloudDevice.Account(name: $0.credentials.name, keys: $0.credentials)
    }
  }

  /// The authorities that the profile has for its cloud, in PEM.
  var authority: String? { (try? signIn.get()).flatMap(\.self)?.authority }

  /// Where the profile's cloud is.
  ///
  /// Throws a sentence that says what to do if the profile cannot be used, if nobody is signed in there and no other
  /// account is named, and if the cloud of this machine does not run.
  func address(isForAnotherAccount: Bool) throws(CloudError) -> String {
    let signIn = try signIn.get()
    guard signIn != nil || isForAnotherAccount else {
      throw CloudError(
        .notAuthenticated,
        "Nobody is signed in in the profile ‘\(name)’. "
          + "‘\(ProfileName.command("account create NAME", for: name, in: environment))’ makes an account."
      )
    }
    if let cloud = signIn?.cloud { return cloud }
    guard isListening else {
      throw CloudError(
        .networkUnavailable,
        "The cloud of the profile ‘\(name)’ does not run. ‘zonechat cloud start’ starts it.")
    }
    return "unix:" + socket
  }

  /// Nothing is sent: whether the process there can be trusted is checked with the first request.
  private var isListening: Bool {
    guard let descriptor = try? UnixSocket.connection(to: socket) else { return false }
    close(descriptor)
    return true
  }
}
