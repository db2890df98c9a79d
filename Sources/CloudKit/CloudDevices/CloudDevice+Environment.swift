import CloudClient
import CloudModel
import Foundation
import Synchronization

/// How a program finds its cloud that does not say which one it wants.
extension CloudDevice {
  /// The device of the code that runs now; if it runs as nobody in particular, the one that the environment names.
  package static var found: CloudDevice { current ?? ofProcess }

  private static let ofProcess = CloudDevice(environment: Machine.environment)

  /// The device that a process's environment names.
  ///
  /// | variable | |
  /// |---|---|
  /// | `CLOUDKIT_EMULATOR_HOST` | `http://HOST:PORT`, `HOST:PORT` or `unix:/PATH` |
  /// | `CLOUDKIT_EMULATOR_PROFILE` | without a host: a profile of `zonechat`, whose cloud and account are used; without that the process has a cloud of its own |
  /// | `CLOUDKIT_EMULATOR_ADMIN_TOKEN` | the token with which that cloud makes containers and accounts for this process |
  /// | `CLOUDKIT_ACCOUNT` | `NAME` or `NAME:PASSPHRASE`; without it and without a profile nobody is signed in |
  /// | `CLOUDKIT_ACCOUNT_STATE` | a `CloudKitAccountState` other than `available`; every call fails for a word that is none |
  /// | `CLOUDKIT_CONTAINER` | the container that has no other name |
  /// | `CLOUDKIT_ENVIRONMENT` | `development` or `production` |
  /// | `CLOUDKIT_CLIENT_ID` | the device's name at the cloud |
  /// | `CLOUDKIT_CHOICES` | `NAME=ALTERNATIVE,…`, as in `CloudKitChoices`; every call fails if it cannot be read |
  package convenience init(environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let account = value("CLOUDKIT_ACCOUNT").map { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Account(
        name: String(parts[0]), passphrase: parts.count == 2 ? String(parts[1]) : nil)
    }
    let host = value("CLOUDKIT_EMULATOR_HOST").map { text in
      text.contains("://") || text.hasPrefix("unix:") ? text : "http://" + text
    }
    let profile =
      host == nil
      ? value("CLOUDKIT_EMULATOR_PROFILE").map { CloudProfile($0, environment: environment) } : nil
    let token = value("CLOUDKIT_EMULATOR_ADMIN_TOKEN")
    // A cloud of one's own is of no use to nobody.
    let tester = host == nil && profile == nil ? Account(name: "tester") : nil
    let choices = Result { () throws(CloudError) in
      try CloudKitChoices(text: value("CLOUDKIT_CHOICES") ?? "")
    }
    let accountState = Result { () throws(CloudError) in
      try CloudKitAccountState(text: value("CLOUDKIT_ACCOUNT_STATE") ?? "available")
    }
    var person = account ?? profile?.account ?? tester
    person?.state = (try? accountState.get()) ?? .available
    self.init(
      account: person,
      clientID: value("CLOUDKIT_CLIENT_ID") ?? Machine.uniqueName(),
      environment: value("CLOUDKIT_ENVIRONMENT").flatMap(CloudEnvironment.init) ?? .development,
      defaultContainer: value("CLOUDKIT_CONTAINER") ?? Self.containerOfProcess,
      // Nothing is done by choices that cannot be read: the connection fails.
      choices: (try? choices.get()) ?? CloudKitChoices()
    ) {
      _ = try choices.get()
      _ = try accountState.get()
      let address = try host ?? profile?.address(isForAnotherAccount: account != nil)
      guard let address else { return try await OwnCloud.shared.connection() }
      let trust = ServerTrust(kept: profile?.authority, environment: environment)
      return try KnownConnections.connection(
        to: address, administratorToken: token, trust: trust)
    }
  }
}

/// The connections of a process to clouds that it has not started; they last as long as it.
private enum KnownConnections {
  private struct Key: Hashable {
    var host: String
    var administratorToken: String?
    var trust: ServerTrust
  }

  private static let made = Mutex<[Key: CloudConnection]>([:])

  static func connection(
    to host: String, administratorToken: String?, trust: ServerTrust
  ) throws(CloudError) -> CloudConnection {
    let address = try CloudAddress(host)
    return made.withLock { made in
      let key = Key(host: host, administratorToken: administratorToken, trust: trust)
      if let connection = made[key] { return connection }
      let connection = CloudConnection(
        to: address, administratorToken: administratorToken, trust: trust, now: Machine.now)
      made[key] = connection
      return connection
    }
  }
}
