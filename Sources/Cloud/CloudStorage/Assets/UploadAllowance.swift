import CloudModel
import Synchronization

/// The bytes of unfinished uploads, running or interrupted, by user.
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

/// The part of a user's quota that one upload occupies while it is received.
final class UploadAllowance: Sendable {
  private let uploads: UploadsUnderWay
  private let user: String
  /// The bytes that all uploads of the user, this one included, may have under way.
  private let room: Int64
  /// The failure of an upload that needs more.
  let failure: AssetFailure
  private let state = Mutex(State())

  private struct State {
    /// Counted in `uploads`.
    var taken: Int64 = 0
    var received: Int64 = 0
  }

  init(for user: String, room: Int64, or failure: AssetFailure, in uploads: UploadsUnderWay) {
    self.user = user
    self.room = room
    self.failure = failure
    self.uploads = uploads
  }

  deinit { giveBack() }

  /// Reserves the announced bytes before they come, so that of simultaneous uploads those that fit
  /// can finish.
  ///
  /// Throws `failure`, and then has taken nothing.
  func reserve(_ count: Int64) throws(AssetFailure) {
    guard uploads.take(count, of: user, room: room) else { throw failure }
    state.withLock { $0.taken += count }
  }

  /// Counts bytes that have come.
  ///
  /// Throws `failure`, and then has taken nothing.
  func take(_ count: Int) throws(AssetFailure) {
    let missing = state.withLock { state in
      state.received += Int64(count)
      return state.received - state.taken
    }
    if missing > 0 { try reserve(missing) }
  }

  /// Whether this many more bytes would be refused at this moment.
  func lacks(_ count: Int64) -> Bool { uploads.count(of: user) + count > room }

  /// Does nothing if the bytes have been given back.
  func giveBack() {
    let count = state.withLock { state in
      defer { state = State() }
      return state.taken
    }
    if count > 0 { uploads.give(count, of: user) }
  }
}
