package import ChatModel
import ChatStore
package import Foundation
import GRDB
import SQLiteSupport
import Synchronization

/// A profile's local copy of all its chats, and everything it still wants to tell the cloud.
///
/// One SQLite file in WAL mode, shared by every process of the profile. A write is on disk when the call
/// returns, or when its `Durability` says; a `kill -9` at any moment loses no write whose call has returned.
package final class Replica: Sendable {
  package let account: Account
  let pool: DatabasePool
  private let briefReader: BriefReader
  let doorbell: Doorbell
  let tableChanges: TableChanges
  /// The files of attachments, beside the database.
  let assets: AssetFolder
  let sealing: SealedChats
  let now: @Sendable () -> Date
  let path: String
  var directory: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }
  /// The reason why nothing can be written (the disk is full or read-only); nil if the replica can be written.
  ///
  /// Existing data can still be read.
  package let obstacle: ChatError?
  let writeFailure: WriteFailure
  /// The term of the engine that writes here; nil for what a person writes.
  let term: Int64?
  private let whenCommitted: (@Sendable () -> Void)?

  /// Opens the replica in `directory`, or makes one for `account`; read-only if it cannot be written.
  ///
  /// `whenCommitted` is called after each transaction, for a trace.
  ///
  /// Throws `.replicaNewer`, `.replicaBeforeFirstRelease`, `.replicaOfOtherAccount`, `.replicaDamaged`,
  /// `.replicaEmptied`, `.replicaMissing`, `.storageFull`, `.storageFailed` and others that `ChatError(storage:path:)`
  /// knows.
  package init(
    directory: URL, account: Account, now: @escaping @Sendable () -> Date,
    whenCommitted: (@Sendable () -> Void)? = nil
  ) throws(ChatError) {
    self.account = account
    self.now = now
    self.whenCommitted = whenCommitted
    path = Self.path(in: directory)
    assets = AssetFolder(directory.appendingPathComponent("assets"))
    sealing = SealedChats(in: directory, of: account.userRecordName)
    term = nil
    writeFailure = WriteFailure()
    do {
      let bell = directory.appendingPathComponent("replica.bell").path
      (pool, doorbell, obstacle) = try Self.open(path: path, bell: bell)
      (tableChanges, briefReader) = (TableChanges(of: pool), BriefReader(of: pool))
    } catch {
      throw ChatError(storage: error, path: path)
    }
    try claim()
    // Windows say it for as long as they are open.
    if let refusal { _ = writeFailure.note(refusal, at: now()) }
  }

  /// The reason why this process writes nothing, as it is told to people.
  private var refusal: ChatError? {
    obstacle.map { .openedForReading(path: path, isDiskFull: $0 == .storageFull) }
  }

  /// The same replica, with its one pool of connections, for an engine.
  init(_ replica: Replica, term: Int64) {
    (account, pool, doorbell) = (replica.account, replica.pool, replica.doorbell)
    (assets, now, path) = (replica.assets, replica.now, replica.path)
    sealing = replica.sealing
    (tableChanges, whenCommitted) = (replica.tableChanges, replica.whenCommitted)
    briefReader = replica.briefReader
    (obstacle, writeFailure, self.term) = (replica.obstacle, replica.writeFailure, term)
  }

  /// Makes a replica in `directory` that belongs to no account yet; the account that opens it first owns it.
  ///
  /// Throws `.storageFull`, `.storageFailed`.
  package static func prepare(in directory: URL) throws(ChatError) {
    let path = path(in: directory)
    do {
      let pool = try openPool(path: path)
      // All of it in the one file, and nothing in the log beside it.
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try pool.close()
    } catch {
      throw ChatError(storage: error, path: path)
    }
  }

  /// The path of the replica in a profile's folder.
  package static func path(in directory: URL) -> String {
    directory.appendingPathComponent("replica.sqlite").path
  }

  /// Writes the owner of the replica, or checks that the account is the owner.
  private func claim() throws(ChatError) {
    let owner: String
    do {
      let sql = "SELECT userRecordName FROM account"
      if let known = try pool.read({ try String.fetchOne($0, sql: sql) }) {
        owner = known
      } else if let obstacle {
        throw obstacle
      } else {
        owner = try pool.write { db in
          try db.execute(
            sql: "INSERT OR IGNORE INTO account (id, userRecordName) VALUES (1, ?)",
            arguments: [account.userRecordName])
          return try String.fetchOne(db, sql: sql) ?? ""
        }
      }
    } catch {
      throw ChatError(storage: error, path: path)
    }
    guard owner == account.userRecordName else {
      throw .replicaOfOtherAccount(path: path)
    }
  }

  /// Runs `updates` in one transaction, then tells every window and the engine if it has written, and has not called
  /// `tableChanges.deferTransaction`.
  @concurrent func write<Value: Sendable>(
    _ durability: Durability = .atOnce, _ updates: @Sendable @escaping (Database) throws -> Value
  ) async throws(ChatError) -> Value {
    if let refusal { throw refusal }
    do {
      let (value, isNews) = try await pool.writeWithoutTransaction { [term, tableChanges] db in
        let before = db.totalChangesCount
        // A transaction that has failed has said nothing.
        defer { _ = tableChanges.takeIsDeferred() }
        let value = try durability.commit(to: db) { db in
          try Self.requireTerm(term, db)
          let value = try updates(db)
          try SearchIndex.addIfManyAreMissing(db)
          return value
        }
        return (value, !tableChanges.takeIsDeferred() && db.totalChangesCount != before)
      }
      whenCommitted?()
      if isNews { doorbell.ring() }
      await noteOutcome(nil)
      return value
    } catch {
      let error = ChatError(storage: error, path: path)
      await noteOutcome(error)
      throw error
    }
  }

  /// Tells every window of transactions that were deferred.
  func tellOfDeferred() {
    if tableChanges.tellOfDeferred() { doorbell.ring() }
  }

  /// Tells the observations of this process if writing begins to fail, or works again.
  private func noteOutcome(_ error: ChatError?) async {
    guard writeFailure.note(error, at: now()) else { return }
    // Nothing is written, so this works on a full disk; if it fails, the next outcome tells.
    try? await pool.write { try $0.notifyChanges(in: Table("connection")) }
  }

  /// While this process cannot write, tries it once in each `interval`, so that windows learn when there
  /// is room again; ends with the task.
  @concurrent package func probeFailedWrites(
    every interval: Duration, on clock: any Clock<Duration>
  ) async {
    let failures = observe(.connection) { [writeFailure] db in
      // Read so that `noteOutcome` reaches this observation.
      _ = try StoredConnection.state(db)
      return writeFailure.value
    }
    do {
      for try await failure in failures where failure != nil {
        while writeFailure.value != nil {
          try await clock.sleep(for: interval)
          // `write` notes the outcome.
          try? await write { db in
            try db.execute(sql: "UPDATE account SET userRecordName = userRecordName")
          }
        }
      }
    } catch {
      // Cancelled, or the replica cannot even be read.
    }
  }

  /// Reads one consistent state of the database.
  @concurrent func read<Value: Sendable>(
    _ value: @Sendable @escaping (Database) throws -> Value
  ) async throws(ChatError) -> Value {
    do {
      return try await pool.unsafeRead { db in try db.readOneState(value) }
    } catch {
      throw ChatError(storage: error, path: path)
    }
  }

  /// Reads one consistent state of the database on the calling thread.
  ///
  /// Use it for a few rows: the four thread changes of `read` take longer than reading those. It waits neither for
  /// writers nor for tasks that hold a connection of the pool.
  func readBriefly<Value>(_ value: (Database) throws -> Value) throws(ChatError) -> Value {
    do {
      return try briefReader.read(value)
    } catch {
      throw ChatError(storage: error, path: path)
    }
  }

  /// The value of `fetch` now and after every change by any process; repeated values are left out.
  ///
  /// The next value is read when it is asked for, so a slow reader sees fewer values, and always the newest one.
  ///
  /// - Parameters:
  ///   - table: the table that `fetch` reads.
  ///   - others: the other tables that it reads; a debug build stops where one is missing.
  ///   - fetch: reads the value.
  /// - Returns: the value now, and again after each change of it; it throws `ChatError` if the replica cannot be read.
  func observe<Value: Sendable & Equatable>(
    _ table: ReplicaTable, _ others: ReplicaTable...,
    fetch: @Sendable @escaping (Database) throws -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    observe(Set(others + [table]), fetch: fetch)
  }

  /// The same for a set of tables.
  func observe<Value: Sendable & Equatable>(
    _ tables: Set<ReplicaTable>, fetch: @Sendable @escaping (Database) throws -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    let wakes = tableChanges.watch(tables).wakes
    let last = Mutex<Value?>(nil)
    #if DEBUG
    let check = tableChanges.check(tables, against: fetch, in: pool)
    #endif
    return AsyncThrowingStream { [self] in
      #if DEBUG
      // So that whoever reads one value has seen it checked.
      for await _ in check.firstRead {}
      _ = check.observation
      #endif
      for await _ in wakes {
        let value = try await read(fetch)
        let isNew = last.withLock { last in
          defer { last = value }
          return last != value
        }
        if isNew { return value }
      }
      return nil
    }
  }

  /// One element whenever any process has written.
  package func changes() -> AsyncStream<Void> { doorbell.rings() }

  /// Notifies this process's observations of what other processes write, until the task is cancelled.
  @concurrent package func watchOtherProcesses() async {
    // Observations of a replica that cannot be written have no further values.
    if obstacle != nil { return }
    let rings = doorbell.rings()
    // Others may have written before this began to listen.
    var seen = await notifyOfWrites(since: nil)
    for await _ in rings { seen = await notifyOfWrites(since: seen) }
  }

  /// Tells this process's observations of commits by other processes since the version `seen`;
  /// returns the present version.
  private func notifyOfWrites(since seen: Int?) async -> Int? {
    do {
      let version = try await pool.writeWithoutTransaction { db in
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
      }
      guard version != seen else { return seen }
      // The end of this transaction, which writes nothing, notifies the observations.
      try await pool.write { db in try db.notifyChanges(in: .fullDatabase) }
      return version
    } catch {
      // The next ring tries again; a replica that cannot be read fails where it is read.
      return seen
    }
  }
}
