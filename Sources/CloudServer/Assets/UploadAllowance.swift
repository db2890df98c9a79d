import CloudModel
import Synchronization

/// The bytes that are being received, or broke off and may go on, by the user who sends them.
final class UploadsUnderWay: Sendable {
  private let bytes = Mutex<[String: Int64]>([:])

  func count(of user: String) -> Int64 { bytes.withLock { $0[user] ?? 0 } }

  /// Counts bytes, unless the user then has more than `room` under way.
  fileprivate func take(_ count: Int64, of user: String, room: Int64) -> Bool {
    bytes.withLock { bytes in
      guard bytes[user, default: 0] + count <= room else { return false }
      bytes[user, default: 0] += count
      return true
    }
  }

  fileprivate func give(_ count: Int64, of user: String) {
    bytes.withLock { bytes in
      let rest = bytes[user, default: 0] - count
      bytes[user] = rest > 0 ? rest : nil
    }
  }
}

/// How much of a user's quota one upload has taken while it comes.
final class UploadAllowance: Sendable {
  private let uploads: UploadsUnderWay
  private let user: String
  /// What the user may have under way, this upload and others.
  private let room: Int64
  private let taken = Mutex<Int64>(0)

  init(for user: String, room: Int64, in uploads: UploadsUnderWay) {
    self.user = user
    self.room = room
    self.uploads = uploads
  }

  deinit { giveBack() }

  /// Throws `AssetFailure.quotaExceeded`, and then has taken nothing.
  func take(_ count: Int) throws(AssetFailure) {
    let count = Int64(count)
    guard uploads.take(count, of: user, room: room) else { throw .quotaExceeded }
    taken.withLock { $0 += count }
  }

  /// Whether so many bytes more would be refused at this moment.
  func lacks(_ count: Int64) -> Bool { uploads.count(of: user) + count > room }

  /// Harmless when it has been given back.
  func giveBack() {
    let count = taken.withLock { taken in
      defer { taken = 0 }
      return taken
    }
    if count > 0 { uploads.give(count, of: user) }
  }
}
