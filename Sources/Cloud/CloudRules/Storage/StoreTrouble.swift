import Synchronization

/// Tells whoever runs a cloud that its store fails: each cause once, and once that it is over.
///
/// ```
///   fine ──a failure──▶ failing ──a success, and no failure for `quiet`──▶ fine
/// ```
///
/// Clients are only told to come back. While some requests fail and others do not, for example because the database has
/// too few connections, that is one trouble.
package final class StoreTrouble: Sendable {
  package enum Event: Sendable, Equatable {
    /// The store fails, or fails for another reason than before; a sentence that says what to do.
    case failing(cause: String)
    /// The store has failed for this long.
    case over(after: Duration)
  }

  /// Our choice: as long as the pause after which clients come back.
  package static let quiet = Duration.seconds(5)
  /// Our choice: a trouble has few causes, but a reason may have a number in it that changes.
  private static let mostCauses = 10

  private struct Failing {
    /// By the uptime, as is `last`, the time of the last failure.
    var since: Duration
    var last: Duration
    var causes: Set<String> = []
  }

  private let state = Mutex<Failing?>(nil)
  private let uptime: @Sendable () -> Duration
  private let tell: @Sendable (Event) -> Void

  /// `uptime` is the time that has passed since any moment.
  package init(
    uptime: @escaping @Sendable () -> Duration, tell: @escaping @Sendable (Event) -> Void
  ) {
    self.uptime = uptime
    self.tell = tell
  }

  /// A store that tells nobody.
  package static let untold = StoreTrouble(uptime: { .zero }, tell: { _ in })

  /// Runs one use of the store, which throws errors in the store's words.
  package func watching<T>(_ use: () throws -> T) throws -> T {
    do {
      let value = try use()
      noteSuccess()
      return value
    } catch let error as StoreError where error.isTrouble {
      note(error)
      throw error
    }
  }

  private func note(_ error: StoreError) {
    let (time, cause) = (uptime(), "\(error)")
    let isNew = state.withLock { failing in
      var changed = failing ?? Failing(since: time, last: time)
      changed.last = time
      defer { failing = changed }
      return changed.causes.count < Self.mostCauses && changed.causes.insert(cause).inserted
    }
    if isNew { tell(.failing(cause: cause)) }
  }

  private func noteSuccess() {
    let duration: Duration? = state.withLock { state in
      guard let failing = state else { return nil }
      guard uptime() - failing.last >= Self.quiet else { return nil }
      state = nil
      return failing.last - failing.since
    }
    if let duration { tell(.over(after: duration)) }
  }
}

extension StoreError {
  /// Whether whoever runs the cloud has to do something, or to know.
  ///
  /// A full disk of the cloud is told by who watches the disk, and a damaged row by a count of them.
  package var isTrouble: Bool {
    switch self {
    case .failed, .database, .databaseFull, .uncertain, .fileDamaged, .fileEmpty, .newerVersion,
      .beforeFirstRelease, .newerDatabase, .moved, .inUse:
      true
    case .diskFull, .busy, .noSuchPartition, .damaged: false
    }
  }
}
