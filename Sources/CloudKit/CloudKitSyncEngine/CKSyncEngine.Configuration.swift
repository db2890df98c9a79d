public import CloudKitCore

extension CKSyncEngine {
  /// What an engine works on, and with whom.
  public struct Configuration: Sendable, CustomStringConvertible {
    public var database: CKDatabase
    /// The last one that the delegate was told; nil at the first start.
    public var stateSerialization: State.Serialization?
    /// The engine does not keep it alive, and does nothing without it.
    public var delegate: any CKSyncEngineDelegate
    /// Whether the engine fetches at pushes, and sends when changes are added, by itself.
    public var automaticallySync = true
    /// The database subscription that the engine uses, and makes if it is not there.
    ///
    /// Nil lets the engine take any that the database has, or else make one.
    public var subscriptionID: CKSubscription.ID?

    public init(
      database: CKDatabase, stateSerialization: State.Serialization?,
      delegate: any CKSyncEngineDelegate
    ) {
      self.database = database
      self.stateSerialization = stateSerialization
      self.delegate = delegate
    }

    public var description: String {
      "<\(database), \(automaticallySync ? "automatic" : "manual"), "
        + "\(stateSerialization == nil ? "without" : "with") a state>"
    }
  }
}
