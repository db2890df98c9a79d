package import CloudModel
import CloudStorage

extension StoreMaintenance {
  /// Sets aside the rows that cannot be read, in a store that no cloud serves; no client is
  /// notified.
  package func repair() throws -> RepairReport {
    RepairReport(
      try Cloud(store: store, surroundings: surroundings, announce: { _ in }).repair())
  }
}
