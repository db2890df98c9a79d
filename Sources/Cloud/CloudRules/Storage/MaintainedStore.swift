package import CloudModel

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
