package import CloudModel
package import CloudRules

/// A store that keeps its data in files: it can look for damage in them, and write a copy of them.
///
/// The rows of another store are copied and checked by their tables (`TableStore`).
package protocol FileStore: CloudStore {
  /// Looks for damage, for a start after a run that did not end as it should; it takes a small part
  /// of the time of `check()`.
  ///
  /// Throws `StoreError.fileDamaged`.
  func quickCheck() throws
  /// Checks the store and its invariants; it takes time in proportion to what is stored.
  ///
  /// A check that damage prevents counts as failed.
  func check() throws -> CheckReport
  /// The size of the files in bytes; nil if nothing is on disk.
  func fileBytes() throws -> Int64?
  /// Writes a consistent copy to a file that must not exist; returns its size in bytes.
  ///
  /// Writes go on meanwhile, and the copy is checked before it is called good. No other file is left
  /// beside it.
  func copy(to path: String) throws -> Int64
}
