package import CloudClient
package import CloudModel
package import Foundation
import Synchronization

/// A device at a cloud: signed in to an account, or to none.
///
/// Apple's classes have no notion of as whom they are used; this is it.
package final class CloudDevice: Sendable {
  /// An account, and what proves it; a cloud on a Unix socket and an administrator need no proof.
  package struct Account: Sendable, Equatable {
    package var name: String
    package var passphrase: String?
    /// Keys of an earlier sign-in, which serve in their own container without another one.
    package var keys: AccountCredentials?
    /// Whether the device lets apps use the account; who signs in anew is let.
    package var state = CloudKitAccountState.available

    package init(name: String, passphrase: String? = nil, keys: AccountCredentials? = nil) {
      self.name = name
      self.passphrase = passphrase
      self.keys = keys
    }

    func keys(to container: String, _ environment: CloudEnvironment) -> AccountCredentials? {
      keys?.containerIdentifier == container && keys?.environment == environment.rawValue
        ? keys : nil
    }
  }

  package typealias Session = any CloudContainer

  private struct State {
    var account: Account?
    var generation: Int
    /// Those who wait for another account, by a number of their own.
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var waitersSoFar = 0
    /// One for each container; one that failed is forgotten.
    var sessions: [String: Task<Session, any Error>] = [:]
  }

  /// The device of the code that runs now, if it runs as somebody.
  @TaskLocal package static var current: CloudDevice?

  /// Names the device at the cloud, which does not tell a device of its own changes.
  package let clientID: String
  package let environment: CloudEnvironment
  /// The container that has no other name.
  package let defaultContainer: String
  /// What sends and fetches by itself on this device.
  package let activity = SyncActivity()
  /// What is done where Apple's behaviour is not known.
  package let choices: CloudKitChoices
  private let generation: @Sendable () -> Int
  private let connection: @Sendable () async throws -> CloudConnection
  private let state: Mutex<State>

  /// `connection` is asked for with each new session; sessions of an earlier `generation` are not used any more.
  package init(
    account: Account?, clientID: String = Machine.uniqueName(),
    environment: CloudEnvironment = .development,
    defaultContainer: String = CloudDevice.containerOfProcess,
    choices: CloudKitChoices = CloudKitChoices(),
    generation: @escaping @Sendable () -> Int = { 0 },
    connection: @escaping @Sendable () async throws -> CloudConnection
  ) {
    self.clientID = clientID
    self.environment = environment
    self.defaultContainer = defaultContainer
    self.choices = choices
    self.generation = generation
    self.connection = connection
    state = Mutex(State(account: account, generation: generation()))
  }

  /// Apple's rule for a container's name, with the program's name for the bundle's.
  package static var containerOfProcess: String { "iCloud." + Machine.processName }

  package var account: Account? { state.withLock(\.account) }

  /// This device as it is now: it keeps its account, whoever signs in later.
  package func snapshot() -> CloudDevice {
    let now = state.withLock { (account: $0.account, sessions: $0.sessions) }
    let copy = CloudDevice(
      account: now.account, clientID: clientID, environment: environment,
      defaultContainer: defaultContainer, choices: choices, connection: connection)
    copy.state.withLock { $0.sessions = now.sessions }
    return copy
  }

  /// Posted, on any thread, when somebody has signed in or out on a device of this process.
  package static let accountChanged = NSNotification.Name("CKAccountChanged")

  /// Signs in, or with nil out.
  package func signIn(_ account: Account?) { changeAccount { $0 = account } }

  /// Lets apps use the account that is signed in, or not; without one nothing happens.
  package func setAccountState(_ state: CloudKitAccountState) {
    changeAccount { $0?.state = state }
  }

  private func changeAccount(_ change: (inout Account?) -> Void) {
    let waiting = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
      let before = state.account
      change(&state.account)
      state.sessions = [:]
      return before == nil && state.account == nil ? nil : Array(state.waiting.values)
    }
    guard let waiting else { return }
    for waiter in waiting { waiter.finish() }
    NotificationCenter.default.post(name: Self.accountChanged, object: nil)
  }

  /// Returns when the device's account is not this one any more, or when the task is cancelled.
  package func changeOfAccount(from account: Account?) async {
    let (change, waiter) = AsyncStream<Void>.makeStream()
    let number = state.withLock { state -> Int? in
      guard state.account == account else { return nil }
      state.waitersSoFar += 1
      state.waiting[state.waitersSoFar] = waiter
      return state.waitersSoFar
    }
    guard let number else { return }
    for await _ in change {}
    state.withLock { $0.waiting[number] = nil }
  }

  /// The container as this device's account sees it; without an account, as anybody does.
  ///
  /// Throws what signing in throws, `.networkUnavailable` if the cloud cannot be reached, and the error of an account
  /// that the device does not let apps use.
  package func session(in container: String) async throws(CloudError) -> Session {
    if let error = account?.state.error { throw error }
    let generation = generation()
    let task = state.withLock { state in
      if state.generation != generation { (state.generation, state.sessions) = (generation, [:]) }
      if let task = state.sessions[container] { return task }
      let account = state.account
      // One sign-in serves everybody who asks meanwhile, and must not end with the first of them.
      let task = Task {
        // Nor with the time limits of the first.
        try await RequestTime.$current.withValue(RequestTime()) {
          try await self.makeSession(in: container, of: account)
        }
      }
      state.sessions[container] = task
      return task
    }
    do {
      return try await task.value
    } catch {
      forget(task, in: container)
      throw error as? CloudError ?? CloudError(.internalError, "\(error)")
    }
  }

  private func forget(_ task: Task<Session, any Error>, in container: String) {
    state.withLock { state in
      if state.sessions[container] == task { state.sessions[container] = nil }
    }
  }

  private func makeSession(in container: String, of account: Account?) async throws -> Session {
    let connection = try await connection()
    let door = CloudDoor(
      administration: CloudAdministration(connection: connection), container: container,
      environment: environment)
    guard let account else {
      return HTTPCloudContainer(
        connection: connection, apiToken: try await door.apiToken(of: clientID),
        container: container, environment: environment, clientID: clientID)
    }
    let credentials: AccountCredentials
    if let keys = account.keys(to: container, environment) {
      credentials = keys
    } else {
      credentials = try await door.credentials(of: account)
    }
    return HTTPCloudContainer(
      connection: connection, credentials: credentials, clientID: clientID)
  }
}

/// The way into a container of a cloud: makes what is missing, where that is allowed.
private struct CloudDoor {
  let administration: CloudAdministration
  let container: String
  let environment: CloudEnvironment

  /// The keys of an account; it and the container are made if the cloud does not know them, and allows it.
  func credentials(of account: CloudDevice.Account) async throws(CloudError) -> AccountCredentials {
    do {
      return try await signIn(account)
    } catch {
      guard Self.isAboutMissing(error) else { throw error }
    }
    try await makeContainer()
    do {
      return try await signIn(account)
    } catch {
      guard Self.isAboutMissing(error) else { throw error }
    }
    do {
      return try await administration.createAccount(
        named: account.name, passphrase: account.passphrase, container: container,
        environment: environment)
    } catch {
      guard error.code == .constraintViolation else { throw error }
      // It is there: another device has made it meanwhile, or the next answer says what is wrong.
      return try await signIn(account)
    }
  }

  /// A key of the container's environment for a device of this name, which serves while nobody is signed in.
  func apiToken(of device: String) async throws(CloudError) -> String {
    let name = "device " + device
    do {
      return try await addToken(named: name)
    } catch {
      guard Self.isAboutMissing(error) else { throw error }
    }
    try await makeContainer()
    return try await addToken(named: name)
  }

  /// Makes the container if that is allowed.
  ///
  /// Throws `.badContainer` for a name that no container can have.
  private func makeContainer() async throws(CloudError) {
    do {
      _ = try await administration.createContainer(container)
    } catch {
      guard error.code != .invalidArguments else { throw CloudError(.badContainer, error.reason) }
      // It may be there, or may not be made: the next answer says what is wrong.
    }
  }

  private func addToken(named name: String) async throws(CloudError) -> String {
    let answer = try await administration.addToken(
      ContainerPlan.APIToken(name: name), to: container, environment)
    guard let token = answer.token else {
      throw CloudError(.serviceUnavailable, "The cloud's answer has no token in it.")
    }
    return token
  }

  private func signIn(
    _ account: CloudDevice.Account
  ) async throws(CloudError) -> AccountCredentials {
    try await administration.signIn(
      name: account.name, passphrase: account.passphrase, container: container,
      environment: environment)
  }

  private static func isAboutMissing(_ error: CloudError) -> Bool {
    [.unknownItem, .badContainer, .notAuthenticated].contains(error.code)
  }
}
