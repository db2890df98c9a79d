public import CloudKitCore
import Synchronization

extension CKSyncEngine {
  /// What the engine has to send, and what it knows of the cloud; safe to use from everywhere.
  public final class State: Sendable {
    private struct Content {
      var state: EngineState
      /// How often the state has changed, and how often it had when the delegate was last told.
      var version = 0
      var toldVersion = 0
    }

    private let content: Mutex<Content>
    private let observer = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ serialization: Serialization?) {
      content = Mutex(Content(state: serialization?.state ?? EngineState()))
    }

    /// Changes of records that are not in the cloud yet, each record once, oldest first.
    public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
      read { $0.recordChanges.changes }
    }

    /// Changes of zones that are not in the cloud yet, each zone once, oldest first.
    public var pendingDatabaseChanges: [PendingDatabaseChange] {
      read { $0.databaseChanges.changes }
    }

    /// Whether the app has changes to send that it keeps track of by itself; true makes an automatic engine ask for
    /// them.
    ///
    /// The engine never sets it.
    public var hasPendingUntrackedChanges: Bool {
      get { read(\.hasUntrackedChanges) }
      set { changeByApp { $0.hasUntrackedChanges = newValue } }
    }

    /// Zones with changes that were not fetched, for example because they were out of a fetch's scope.
    public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] { read(\.unfetchedZoneIDs) }

    /// Adds changes; of several changes of a record, the last one counts.
    public func add(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      guard !changes.isEmpty else { return }
      changeByApp { $0.recordChanges.add(changes) }
    }

    public func remove(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      guard !changes.isEmpty else { return }
      changeByApp { $0.recordChanges.remove(changes) }
    }

    /// Adds changes; of several changes of a zone, the last one counts.
    public func add(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      guard !changes.isEmpty else { return }
      changeByApp { $0.databaseChanges.add(changes) }
    }

    public func remove(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      guard !changes.isEmpty else { return }
      changeByApp { $0.databaseChanges.remove(changes) }
    }

    // MARK: - For the engine

    func read<Value>(_ body: (EngineState) -> Value) -> Value {
      content.withLock { body($0.state) }
    }

    @discardableResult
    func change<Value>(_ body: (inout EngineState) -> Value) -> Value {
      content.withLock { content in
        content.version += 1
        return body(&content.state)
      }
    }

    /// A change that the engine does not make itself, and has to notice.
    private func changeByApp(_ body: (inout EngineState) -> Void) {
      change(body)
      observer.withLock { $0 }?()
    }

    /// The state for the delegate, if it has changed since the last call.
    func takeUpdate() -> Serialization? {
      content.withLock { content in
        guard content.version != content.toldVersion else { return nil }
        content.toldVersion = content.version
        return Serialization(content.state)
      }
    }

    /// Calls `body` after each change by the app, on any thread.
    func onChange(_ body: @escaping @Sendable () -> Void) {
      observer.withLock { $0 = body }
    }
  }
}
