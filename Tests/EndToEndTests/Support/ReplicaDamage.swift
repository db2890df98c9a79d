import Foundation

extension DoctorTests {
  /// The damage to the file.
  enum Damage: String, CaseIterable, Sendable {
    case firstPage, middle, emptied, removed, half

    func apply(to file: URL) throws {
      let handle = try FileHandle(forUpdating: file)
      defer { try? handle.close() }
      let size = try handle.seekToEnd()
      switch self {
      case .firstPage:
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      case .middle:
        // The last page of a full database has rows, and no page that others are found by.
        try handle.seek(toOffset: size - 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      case .emptied: try handle.truncate(atOffset: 0)
      case .removed: try FileManager.default.removeItem(at: file)
      case .half: try handle.truncate(atOffset: size / 2 / 4096 * 4096)
      }
    }
  }
}
