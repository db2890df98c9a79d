package import CloudModel
package import CloudRules

/// A store that can be looked after while it is in use.
package protocol MaintainedStore: CloudStore {
  /// Looks for damage, for a start after a run that did not end as it should; it takes a small part
  /// of the time of `check()`.
  ///
  /// Throws `StoreError.fileDamaged`.
  func quickCheck() throws
  /// Checks the store and its invariants; it takes time in proportion to what is stored.
  ///
  /// A check that damage prevents counts as failed.
  func check() throws -> CheckReport
}

/// A store that keeps its data in files, and can write a copy of them.
///
/// Another store is copied with its engine's own means.
package protocol FileStore: MaintainedStore {
  /// The size of the files in bytes; nil if nothing is on disk.
  func fileBytes() throws -> Int64?
  /// Writes a consistent copy to a file that must not exist; returns its size in bytes.
  ///
  /// Writes go on meanwhile, and the copy is checked before it is called good. No other file is left
  /// beside it.
  func copy(to path: String) throws -> Int64
}
