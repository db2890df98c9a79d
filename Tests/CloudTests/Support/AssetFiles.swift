import CloudModel
import Foundation
import Synchronization

/// A folder with a file to upload, and a place for what is downloaded.
struct AssetFiles: Sendable {
  let directory: String

  /// Several chunks, and no two of them alike.
  static let bytes = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

  static func with(_ body: (AssetFiles) async throws -> Void) async throws {
    try await withTemporaryDirectory { try await body(AssetFiles(directory: $0)) }
  }

  var source: URL { URL(filePath: directory + "/source") }
  var target: URL { URL(filePath: directory + "/target") }

  /// Writes the file to upload.
  func write(_ bytes: Data = bytes) throws { try bytes.write(to: source) }

  func downloaded() throws -> Data { try Data(contentsOf: target) }

  /// The progress that a transfer has reported.
  final class Progress: Sendable {
    private let seen = Mutex<[Int64]>([])

    var steps: [Int64] { seen.withLock { $0 } }

    func note(_ count: Int64) { seen.withLock { $0.append(count) } }
  }
}

extension CloudDatabase {
  /// Uploads a file in one go.
  func upload(
    _ file: URL, for recordID: RecordID, progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws -> Asset {
    let upload = try await beginAssetUpload(of: "image", in: recordID, recordType: "Photo")
    return try await continueAssetUpload(upload, from: file, progress: progress)
  }
}
