import CloudDevices
@_exported public import CloudKitCore

/// Keeps an app's records and a database in step.
///
/// The app says what has changed (`state`), gives the records when it is asked (`CKSyncEngineDelegate`), and is told
/// by events what the cloud has. The engine owns everything between: change tokens, batches, the subscription, pushes,
/// the account, and another attempt after an error.
///
/// 1. Turns: a fetch, a send and a look at the account never overlap, and begin in the order in which they were asked
///    for.
/// 2. Events are serial: the next one comes when the delegate has returned from the one before.
/// 3. A change leaves the pending ones before the event that tells its result. One that was added again after its
///    record was asked for stays.
/// 4. A turn belongs to one account: who signs in meanwhile has the next turn.
/// 5. Data is told before the state that has its token: who keeps both in this order misses nothing.
public final class CKSyncEngine: Sendable, CustomStringConvertible {
  public let database: CKDatabase
  public let state: State

  /// As the configuration says.
  let isAutomatic: Bool
  let wantedSubscriptionID: CKSubscription.ID?
  let turns: TurnQueue
  private let app: WeakDelegate
  let automation: Automation

  /// Apps own their engine, and are its delegate.
  private struct WeakDelegate: Sendable {
    weak var delegate: (any CKSyncEngineDelegate)?
  }

  /// Starts the engine, which works until it is released.
  ///
  /// The program ends for the public database, as on Apple's systems: it has no changes to fetch.
  public init(_ configuration: Configuration) {
    precondition(
      configuration.database.databaseScope != .public,
      "A sync engine works on the private or the shared database.")
    isAutomatic = configuration.automaticallySync
    wantedSubscriptionID = configuration.subscriptionID
    app = WeakDelegate(delegate: configuration.delegate)
    database = configuration.database
    state = State(configuration.stateSerialization)
    let activity = database.access.device.activity
    turns = TurnQueue(activity)
    automation = Automation(
      isAutomatic: configuration.automaticallySync, choices: database.access.choices, activity)
    activity.join(self)
    automation.start(self)
  }

  deinit { automation.stop() }

  var delegate: (any CKSyncEngineDelegate)? { app.delegate }

  /// Fetches what has changed in the cloud; returns when the delegate has handled all of it.
  ///
  /// Throws a `CKError`: `.notAuthenticated` if nobody is signed in, and the first error of a zone when the other zones
  /// are done. The delegate must not call this from one of its own methods and wait for it.
  public func fetchChanges(_ options: FetchChangesOptions = FetchChangesOptions()) async throws {
    try await fetch(options, because: .manual)
  }

  /// Sends the pending changes; returns when the delegate has handled their results.
  ///
  /// Throws a `CKError` if anything failed: `.partialFailure` with the errors by identifier, or the error of the whole
  /// call. The delegate must not call this from one of its own methods and wait for it.
  public func sendChanges(_ options: SendChangesOptions = SendChangesOptions()) async throws {
    try await send(options, because: .manual)
  }

  /// Cancels what is under way and what waits; both end with `.operationCancelled`.
  ///
  /// Waits for their end, unless the delegate calls it while it handles an event.
  public func cancelOperations() async { await turns.cancelAll() }

  public var description: String { "<CKSyncEngine of \(database)>" }
}

extension CKSyncEngine {
  func fetch(_ options: FetchChangesOptions, because reason: SyncReason) async throws(CKError) {
    try await turns.run { () async throws(CKError) in
      let database = try await self.requireAccount()
      if self.isAutomatic { try await self.ensureSubscription(in: database) }
      var turn = FetchTurn(
        engine: self, database: database,
        context: FetchChangesContext(reason: reason, options: options))
      try await turn.run()
    }
  }

  func send(_ options: SendChangesOptions, because reason: SyncReason) async throws(CKError) {
    try await turns.run { () async throws(CKError) in
      let database = try await self.requireAccount()
      var turn = SendTurn(
        engine: self, database: database,
        context: SendChangesContext(reason: reason, options: options))
      try await turn.run()
    }
  }

  /// Tells the delegate, and waits for it; only in a turn.
  func tell(_ event: Event) async {
    await delegate?.handleEvent(event, syncEngine: self)
  }

  /// Tells the delegate of the state if it has changed since the last time; only in a turn.
  func tellState() async {
    guard let serialization = state.takeUpdate() else { return }
    await tell(.stateUpdate(Event.StateUpdate(stateSerialization: serialization)))
  }
}
