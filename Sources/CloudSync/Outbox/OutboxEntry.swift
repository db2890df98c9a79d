package import CloudModel

/// One thing that the user did and the cloud has not confirmed.
package struct OutboxEntry: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    case saveZone
    case deleteZone
    /// With the change tag of the version it builds on; without one it must be new.
    case save(Record)
    case delete(RecordID)
  }

  /// The entry's place in the queue; its identity in the store.
  package var sequence: Int64
  /// Grows with every new intent for the same record; an answer for an older one clears nothing.
  package var generation: Int64
  package var operation: Operation

  package init(sequence: Int64, generation: Int64, operation: Operation) {
    self.sequence = sequence
    self.generation = generation
    self.operation = operation
  }
}

/// Entries of one zone that travel together.
package struct OutboxBatch: Sendable, Equatable {
  package var zoneID: RecordZoneID
  /// In the order in which the user did them; zone operations always alone.
  package var entries: [OutboxEntry]
  /// All or nothing.
  package var isAtomic: Bool

  package init(zoneID: RecordZoneID, entries: [OutboxEntry], isAtomic: Bool) {
    self.zoneID = zoneID
    self.entries = entries
    self.isAtomic = isAtomic
  }
}

/// What the cloud said about one entry.
package struct OutboxOutcome: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    /// Stored; the cloud's copy where there is one.
    case acknowledged(Record?)
    /// Somebody else's version is there.
    case conflict(server: Record)
    /// Failed for good.
    case failed(reason: String)
    /// Not decided; stays as it is.
    case undecided
  }

  package var entry: OutboxEntry
  package var result: Result

  package init(entry: OutboxEntry, result: Result) {
    self.entry = entry
    self.result = result
  }
}
