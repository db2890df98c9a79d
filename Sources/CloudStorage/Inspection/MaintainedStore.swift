package import CloudModel
package import CloudRules

/// A store that can be looked after while it is in use.
package protocol MaintainedStore: CloudStore {
  /// Checks the files alone, for a start after a run that did not end as it should.
  ///
  /// Throws where they are damaged.
  func quickCheck() throws
  /// Checks the files and the invariants; it takes time in proportion to what is stored.
  func check() throws -> CheckResponse
  /// Writes a consistent copy to a file that must not exist; returns its size in bytes.
  ///
  /// Writes go on meanwhile, and the copy is checked before it is called good.
  func copy(to path: String) throws -> Int64
}
