import CloudModel
import CloudPostgres
package import CloudRules
import CloudStorage
package import PostgresClient

/// A database that its own means have put back to an earlier state, or a standby that was behind when it took over.
///
/// It would give numbers anew that devices have seen. So it begins a new incarnation, as a copy does that is restored
/// (`StoreRestoration`): change tokens of every other one have expired, and open codes are taken back.
package struct PutBackDatabase {
  private let database: PostgresAddress
  private let key: (String?) throws -> AtRestKey
  private let surroundings: Surroundings

  /// The key is in the folder of a server, or in a file of its own.
  package init(
    _ database: PostgresAddress, directory: String, keyFile: String? = nil,
    surroundings: Surroundings
  ) {
    self.database = database
    key = { try StoreLocation.directory(directory).atRestKey(in: keyFile, matching: $0) }
    self.surroundings = surroundings
  }

  /// Begins the incarnation; returns how many codes were open.
  ///
  /// Throws `StoreError.inUse` while servers run.
  package func beginLife() throws -> Int {
    let store = try PostgresStore(database, random: { 0.5 }, key: key)
    let outcome = Result {
      try store.withTablesAlone { tables in
        try tables.transaction(.write) {
          try tables.beginLife(
            named: surroundings.randomHex(byteCount: 6),
            // Our choice, as for a copy: above what may have been given out in the state that is lost.
            step: surroundings.randomBytes(5).reduce(1) { $0 << 8 | Int64($1) },
            at: surroundings.now().millisecondsSince1970)
        }
      }
    }
    try store.close()
    return try outcome.get()
  }
}
