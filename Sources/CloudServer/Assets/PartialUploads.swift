import Synchronization

/// What has come of uploads that may be continued, by the hash of their link.
///
/// Kept until the link expires, and no longer than the cloud runs.
final class PartialUploads: Sendable {
  private struct Partial {
    var writer: BlobWriter
    var expiresAt: Int64
  }

  /// Our choice: each has a file open, of up to 50 MB.
  ///
  /// One more takes the place of the oldest, which begins anew.
  static let limit = 64

  private let partials = Mutex<[[UInt8]: Partial]>([:])

  /// Ends what is still being received for a link; returns how many bytes that leaves.
  func halt(_ link: [UInt8]) -> Int64 {
    partials.withLock { $0[link]?.writer.takeTurn().size ?? 0 }
  }

  /// The writer for a link, made where there is none.
  func writer(
    of link: [UInt8], until expiresAt: Int64, make: () throws -> BlobWriter
  ) throws -> BlobWriter {
    try partials.withLock { partials in
      if let known = partials[link] { return known.writer }
      let writer = try make()
      if partials.count >= Self.limit,
        let oldest = partials.min(by: { $0.value.expiresAt < $1.value.expiresAt })
      {
        partials.removeValue(forKey: oldest.key)?.writer.discard()
      }
      partials[link] = Partial(writer: writer, expiresAt: expiresAt)
      return writer
    }
  }

  /// Removes what has come, unless it was kept.
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
