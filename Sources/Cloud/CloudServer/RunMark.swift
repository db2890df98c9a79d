import CloudStorage
import Foundation

/// A file in a cloud's folder that says that a cloud is running there, or that one did not end as
/// it should.
struct RunMark: Sendable {
  private let path: String

  /// Nil where nothing is kept on disk.
  init?(_ storage: StoreLocation) {
    guard let directory = storage.directory else { return nil }
    path = directory + "/running"
  }

  var isSet: Bool { FileManager.default.fileExists(atPath: path) }

  /// Throws where the folder cannot be written.
  func set() throws { try Data().write(to: URL(filePath: path)) }

  func clear() {
    try? FileManager.default.removeItem(atPath: path)  // A mark that stays causes a check.
  }
}
