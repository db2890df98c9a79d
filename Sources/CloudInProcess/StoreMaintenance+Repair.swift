package import CloudModel
import CloudStorage

extension StoreMaintenance {
  /// Sets aside what cannot be read, in a store that no cloud serves: nobody hears of it before asking.
  package func repair() throws -> RepairResponse {
    RepairResponse(
      try Cloud(store: store, surroundings: surroundings, announce: { _ in }).repair())
  }
}
