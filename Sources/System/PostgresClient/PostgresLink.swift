import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A connection of libpq, which moves between threads as a value.
///
/// 1. One thread at a time uses it: whoever has it lends it or closes it, and nobody keeps a copy.
///    Source: <https://www.postgresql.org/docs/15/libpq-threading.html>.
/// 2. Between two uses it is in pipeline mode, and no answer is awaited.
/// 3. No call waits in libpq: `wait` is the only place where a thread stands still, and has a deadline.
struct PostgresLink: Sendable {
  let library: LibPQ
  let server: String
  let cancellation: PostgresCancellation
  let openedAt: ContinuousClock.Instant
  /// The number of warnings that the server has given.
  let warnings: PostgresWarnings
  /// The names of the statements that the server has prepared.
  var prepared: [PostgresPlan: String] = [:]
  private var planCount = 0
  /// Whether the server has forgotten a plan, or it has become wrong: a new connection prepares them anew.
  var isStale = false
  /// Whether it can only be closed.
  var isBroken = false
  // libpq's pointer as a number, because a pointer may not move between threads.
  private let address: UInt

  /// Takes over a connection that is open, and makes it what 2 and 3 say; nil where libpq has no memory left.
  init?(_ connection: LibPQ.Pointer, of library: LibPQ, server: String) {
    guard let cancel = library.getCancel(connection) else { return nil }
    self.library = library
    self.server = server
    cancellation = PostgresCancellation(cancel, of: library)
    openedAt = .now
    warnings = PostgresWarnings(library)
    address = UInt(bitPattern: connection)
    let receiver = Unmanaged.passUnretained(warnings).toOpaque()
    // Without a receiver libpq prints what the server notes.
    _ = library.setNoticeReceiver(connection, PostgresWarnings.receive, receiver)
    guard library.setNonblocking(connection, 1) == 0, library.enterPipeline(connection) == 1 else {
      return nil
    }
  }

  /// Nil after a number that is none of a pointer, which cannot be.
  var pointer: LibPQ.Pointer? { LibPQ.Pointer(bitPattern: address) }

  /// A name that no statement of this connection has had.
  mutating func nameOfNextPlan() -> String {
    planCount += 1
    return "s\(planCount)"
  }

  func close() {
    if let pointer { library.finish(pointer) }
  }

  /// Whether no transaction is open.
  var isIdle: Bool { !isBroken && pointer.map { library.transactionStatus($0) } == LibPQ.isIdle }

  /// Whether the server has said nothing since the last use, or only what does no harm; it says so when it closes a
  /// connection.
  func isAlive() -> Bool {
    guard !isBroken, let pointer else { return false }
    guard wait(for: Int16(POLLIN), until: .now) != .nothing else { return true }
    return library.consumeInput(pointer) == 1 && library.status(pointer) == LibPQ.connectionOK
      && wait(for: Int16(POLLIN), until: .now) == .nothing
  }

  /// What has happened to a socket.
  enum Readiness {
    case nothing
    case ready
  }

  /// Waits until the socket can be read or written, or `other` can be read.
  func wait(
    for events: Int16, or other: Int32 = -1, until deadline: ContinuousClock.Instant?
  ) -> Readiness {
    guard let pointer else { return .ready }
    return Self.wait(for: events, of: library.socket(pointer), or: other, until: deadline)
  }

  /// A descriptor below 0 is never ready.
  static func wait(
    for events: Int16, of descriptor: Int32, or other: Int32 = -1,
    until deadline: ContinuousClock.Instant?
  ) -> Readiness {
    while true {
      var descriptors = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      let answer = poll(
        &descriptors, 2, deadline.map { Int32($0.millisecondsFromNow) } ?? -1)
      // A signal may end the wait early.
      if answer < 0, errno == EINTR { continue }
      return answer == 0 ? .nothing : .ready
    }
  }
}

/// A text of SQL with the types of its values, which a plan is made for.
struct PostgresPlan: Hashable {
  var sql: String
  var types: [UInt32]
}

/// Counts the warnings of a connection that tell of a commit for which the server has not waited.
///
/// Where a standby has to confirm each commit and does not, the end of the wait by a timeout or a stop is only a
/// warning, and the server answers COMMIT as done. Source: `SyncRepWaitForLSN` in syncrep.c.
final class PostgresWarnings: Sendable {
  private let library: LibPQ
  private let counter = Atomic(0)

  init(_ library: LibPQ) {
    self.library = library
  }

  var count: Int { counter.load(ordering: .relaxed) }

  /// Takes what libpq calls a notice; the first argument is an object of this type.
  static let receive: @convention(c) (LibPQ.Pointer?, LibPQ.Pointer?) -> Void = { object, notice in
    guard let object, let notice else { return }
    Unmanaged<PostgresWarnings>.fromOpaque(object).takeUnretainedValue().note(notice)
  }

  private func note(_ notice: LibPQ.Pointer) {
    func field(_ field: LibPQ.Field) -> String? {
      library.resultField(notice, Int32(field.rawValue)).map { String(cString: $0) }
    }
    guard field(.severity) == "WARNING", ["01000", "57P01"].contains(field(.state)) else { return }
    counter.add(1, ordering: .relaxed)
  }
}

/// The right to end the statement that runs on a connection; any thread may use it, also when the connection is closed.
package final class PostgresCancellation: Sendable {
  private let library: LibPQ
  private let address: UInt

  init(_ cancel: LibPQ.Pointer, of library: LibPQ) {
    self.library = library
    address = UInt(bitPattern: cancel)
  }

  deinit {
    if let cancel = LibPQ.Pointer(bitPattern: address) { library.freeCancel(cancel) }
  }

  /// Asks the server to end what it does for this connection; the statement fails with `.statementTimeout`.
  ///
  /// The request has a connection of its own. This returns when the server has taken it, or after half a second.
  package func cancel() {
    _ = OwnThread.answer(by: .now + .milliseconds(500), unwanted: { _ in }) {
      guard let cancel = LibPQ.Pointer(bitPattern: self.address) else { return false }
      var reason = [CChar](repeating: 0, count: 256)
      return self.library.cancel(cancel, &reason, 256) == 1
    }
  }
}
