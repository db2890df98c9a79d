import CloudKit

extension CKDatabase {
  /// How often a record that others change at the same time is read and saved again.
  private static var attempts: Int { 50 }

  /// Reads a record, changes it and saves it, again and again while others are faster.
  ///
  /// A save never overwrites a version that `change` has not seen, so no change is lost.
  func update(_ id: CKRecord.ID, _ change: (CKRecord) throws -> Void) async throws {
    var record = try await record(for: id)
    for attempt in 1...Self.attempts {
      try change(record)
      do {
        try await save(record)
        return
      } catch let error as CKError {
        guard error.code == .serverRecordChanged, attempt < Self.attempts,
          let newer = error.serverRecord
        else { throw error }
        record = newer
      }
    }
  }
}
