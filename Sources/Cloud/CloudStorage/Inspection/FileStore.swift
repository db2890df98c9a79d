package import CloudRules

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
