package import Foundation
import Synchronization

/// A file that an asset's bytes are downloaded into, perhaps in several calls.
///
/// Bytes that are already in the file are treated as the beginning of the same asset.
package final class AssetFileWriter: Sendable {
  private let descriptor: Int32
  private let asset: Asset
  private let written: Mutex<Int64>

  /// Creates the file with mode 0600 if it is missing.
  ///
  /// Throws `.internalError` if the file cannot be written.
  package init(_ file: URL, for asset: Asset) throws(CloudError) {
    guard (0...CloudLimits.assetBytes).contains(asset.size) else {
      throw CloudError(
        .limitExceeded,
        "The asset has \(asset.size) bytes; an asset has at most \(CloudLimits.assetBytes).")
    }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_APPEND
    descriptor = open(file.path(percentEncoded: false), flags, 0o600)
    self.asset = asset
    written = Mutex(0)
    guard descriptor >= 0 else { throw Self.failed("opened") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failed("examined") }
    written.withLock { $0 = Int64(status.st_size) }
    if size > asset.size { try restart() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Bytes in the file.
  package var size: Int64 { written.withLock { $0 } }

  package var isComplete: Bool { size == asset.size }

  /// Empties the file.
  package func restart() throws(CloudError) {
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failed("emptied") }
    written.withLock { $0 = 0 }
  }

  /// Throws `.assetNotAvailable` when there are more bytes than the asset has.
  package func append(_ bytes: Data) async throws(CloudError) {
    guard size + Int64(bytes.count) <= asset.size else { throw try mismatch() }
    try await FileWork.run { [self] () throws(CloudError) in try write(bytes) }
  }

  /// Makes the bytes durable.
  ///
  /// Throws `.networkFailure` if some are missing; the download can then be repeated and continues
  /// from there.
  package func finish() async throws(CloudError) {
    guard isComplete else {
      throw CloudError(
        .networkFailure, "The download broke off after \(size) of \(asset.size) bytes.")
    }
    try await FileWork.run { [descriptor] () throws(CloudError) in
      guard fsync(descriptor) == 0 else { throw Self.failed("flushed") }
    }
  }

  /// Empties the file, because the received bytes are not this asset; returns the error that says
  /// so.
  package func mismatch() throws(CloudError) -> CloudError {
    try restart()
    return CloudError(
      .assetNotAvailable, "The downloaded bytes are not the asset's. Look its record up again.")
  }

  private func write(_ bytes: Data) throws(CloudError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failed("written") }
      rest = rest.dropFirst(count)
      written.withLock { $0 += Int64(count) }
    }
  }

  /// The error of the last system call.
  private static func failed(_ what: String) -> CloudError {
    CloudError(
      .internalError,
      "The file for an asset could not be \(what): \(String(cString: strerror(errno))).")
  }
}
