/// The times and numbers that hold for connections, each our choice.
///
/// Invariant: a thread that uses the pool is never held for longer than `use` and a second more, whatever the server
/// and the network do. Waiting, connecting, all statements and repetitions of one use count together.
package struct PostgresLimits: Sendable, Equatable {
  /// The connections of a pool.
  ///
  /// Each costs the server a process of about 10 MB.
  package var connections = 16
  /// For a connection of the pool to become free.
  package var wait = Duration.seconds(2)
  /// For a connection to be made, with all hosts of the address together.
  package var connect = Duration.seconds(5)
  /// For one statement; the server ends it (`statement_timeout`).
  package var statement = Duration.seconds(10)
  /// For a lock (`lock_timeout`).
  package var lock = Duration.seconds(2)
  /// For a transaction that sends nothing (`idle_in_transaction_session_timeout`); locks of a server that hangs end
  /// then.
  package var idleInTransaction = Duration.seconds(15)
  /// For one use of the pool.
  package var use = Duration.seconds(11)
  /// A connection is replaced when it is as old as this, so that a new server behind an address is found.
  package var lifetime = Duration.seconds(30 * 60)
  /// The repetitions of a transaction that others were in the way of.
  package var repetitions = 8

  package init() {}
}
