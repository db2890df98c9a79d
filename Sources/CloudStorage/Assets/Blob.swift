import CloudRules

/// Bytes that have been received whole and are durable, in a file that is not yet in its place.
struct Blob: Sendable, Equatable {
  var checksum: AssetChecksum
  var size: Int64
  /// The file's path for now.
  var receivedAt: String
}
