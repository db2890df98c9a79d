import CloudRules

/// Completely received and durable bytes, in a file that is not yet in its final place.
struct Blob: Sendable, Equatable {
  var checksum: AssetChecksum
  var size: Int64
  /// The file's path for now.
  var receivedAt: String
}
