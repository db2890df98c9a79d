package import CloudRules
import Foundation

/// The place where a cloud keeps its data.
///
/// A cloud whose rows are in a database has a directory too, for the bytes of assets and its secrets.
package enum StoreLocation: Sendable, Equatable {
  /// A file in this directory, which must exist.
  case directory(String)
  /// Nothing on disk; gone when closed.
  case inMemory

  /// The directory for the files of the cloud; nil if nothing is kept on disk.
  package var directory: String? {
    switch self {
    case .directory(let path): path
    case .inMemory: nil
    }
  }

  /// Whether a store exists, so that `open` would not make a new one.
  package var hasStore: Bool {
    switch self {
    case .directory(let path):
      FileManager.default.fileExists(atPath: SQLiteStore.file(in: path))
    case .inMemory: false
    }
  }

  /// Opens the store, or makes it.
  ///
  /// `keyFile` is the file of the key of encrypted values; by default it is in the directory. `trouble` hears of
  /// failures of the open store.
  ///
  /// Throws `StoreError`, for example if a newer version wrote the store, and `HostError` if the
  /// key is missing or is not the store's.
  package func open(
    keyFile: String? = nil, trouble: StoreTrouble = .untold
  ) throws -> any CloudStore {
    try SQLiteStore(self, keyFile: keyFile, trouble: trouble)
  }

  /// The key of encrypted values of a store whose rows are elsewhere, made where it is missing.
  ///
  /// `fingerprint` is that of the key which sealed the store's values; nil if the store knows no key. Throws
  /// `HostError` as `open` does.
  package func atRestKey(
    in keyFile: String?, matching fingerprint: String?
  ) throws -> AtRestKey {
    switch self {
    case .inMemory: AtRestKey()
    case .directory(let directory):
      try AtRestKey.kept(
        at: keyFile ?? directory + "/" + AtRestKey.fileName, matching: fingerprint)
    }
  }

  /// Opens the store for `body`, and closes it.
  package func withStore<R>(_ body: (any CloudStore) throws -> R) throws -> R {
    let store = try open()
    let outcome = Result { try body(store) }
    try store.close()
    return try outcome.get()
  }
}
