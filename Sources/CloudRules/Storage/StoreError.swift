import CloudModel

/// Why a store cannot be used, in a sentence for people.
package enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A later version of the program wrote it.
  case newerVersion(path: String)
  /// SQLite's own words, without any stored content.
  case failed(reason: String)
  /// A container or an environment that the cloud does not have.
  case noSuchPartition(Partition)
  /// A row that this program would never have written.
  case damaged(what: String)

  package var description: String {
    switch self {
    case .newerVersion(let path):
      "The cloud's store at \(path) was written by a newer version of this program. "
        + "Use that version, or another data directory."
    case .failed(let reason):
      "The cloud's store failed: \(reason)."
    case .noSuchPartition(let partition):
      "There is no \(partition.environment.rawValue) environment of the container "
        + "\(partition.container) here."
    case .damaged(let what):
      "The cloud's store is damaged: \(what)."
    }
  }
}
