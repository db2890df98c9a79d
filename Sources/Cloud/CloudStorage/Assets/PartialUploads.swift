import CloudModel
import Synchronization

/// The received bytes of uploads that may be continued, by the hash of their link.
///
/// Kept until the link expires, and no longer than the cloud runs.
///
/// 1. If a user has too many unfinished uploads, the oldest of them is discarded and has to begin
///    anew.
/// 2. If all users together have too many, this happens to the oldest upload of the user with the
///    most, if that is at least two more than the new upload's user has. Otherwise it happens to
///    the oldest of the new upload's user, and a user without any is refused.
final class PartialUploads: Sendable {
  private struct Partial {
    var user: String
    var writer: BlobWriter
    var expiresAt: Int64
  }

  private let partials = Mutex<[[UInt8]: Partial]>([:])

  /// Ends the transfer that is still running for a link; returns how many bytes have been received.
  func halt(_ link: [UInt8]) -> Int64 {
    partials.withLock { $0[link]?.writer.takeTurn().size ?? 0 }
  }

  /// The writer for a user's link, made where there is none.
  ///
  /// Throws `AssetFailure.tooManyUnfinished` if the uploads of other users leave no room.
  func writer(
    of link: [UInt8], for user: String, until expiresAt: Int64, make: () throws -> BlobWriter
  ) throws -> BlobWriter {
    try partials.withLock { partials in
      if let known = partials[link] { return known.writer }
      if let hog = try Self.whoMakesRoom(for: user, in: partials) {
        let oldest = partials.filter { $0.value.user == hog }
          .min { $0.value.expiresAt < $1.value.expiresAt }
        if let oldest { partials.removeValue(forKey: oldest.key)?.writer.discard() }
      }
      let writer = try make()
      partials[link] = Partial(user: user, writer: writer, expiresAt: expiresAt)
      precondition(partials.count <= CloudLimits.unfinishedUploads, "PartialUploads 2: too many")
      assert(
        partials.values.count { $0.user == user } <= CloudLimits.unfinishedUploadsPerUser,
        "PartialUploads 1: a user has too many")
      return writer
    }
  }

  /// The user whose oldest upload is discarded; nil if there is room.
  private static func whoMakesRoom(
    for user: String, in partials: [[UInt8]: Partial]
  ) throws(AssetFailure) -> String? {
    let counts = partials.values.reduce(into: [:]) { $0[$1.user, default: 0] += 1 }
    let own = counts[user] ?? 0
    if own >= CloudLimits.unfinishedUploadsPerUser { return user }
    guard partials.count >= CloudLimits.unfinishedUploads else { return nil }
    if let most = counts.max(by: { $0.value < $1.value }), most.value > own + 1 { return most.key }
    guard own > 0 else { throw .tooManyUnfinished }
    return user
  }

  /// Removes the received bytes, unless the upload has finished.
  func remove(_ link: [UInt8]) {
    partials.withLock { $0.removeValue(forKey: link)?.writer.discard() }
  }

  func removeExpired(at milliseconds: Int64) {
    partials.withLock { partials in
      for (link, partial) in partials where partial.expiresAt <= milliseconds {
        partial.writer.discard()
        partials[link] = nil
      }
    }
  }

  func removeAll() {
    partials.withLock { partials in
      for partial in partials.values { partial.writer.discard() }
      partials = [:]
    }
  }
}
