/// What has gone wrong between this program and PostgreSQL, in sentences for people.
///
/// No case has a statement, a value or a password in it. The words of the server are kept only where they cannot
/// repeat a value.
package enum PostgresError: Error, Sendable, Equatable, CustomStringConvertible {
  // Before a connection.

  /// The machine has no `libpq.so.5`, or it cannot be loaded.
  case libraryMissing(reason: String)
  /// The library is from before PostgreSQL 14, and has no pipelines. `version` is as libpq counts: 130009.
  case libraryTooOld(version: Int)
  /// No address was given.
  case addressMissing
  /// libpq cannot read the address.
  case addressInvalid(reason: String)
  /// An argument of a command has a password, which other people of the machine can read.
  case passwordInArgument
  /// Nobody answers: an unknown host, a closed port, a server that is silent.
  case unreachable(server: String, reason: String)
  /// The server does not accept the user or the password.
  case notAuthenticated(server: String, reason: String)
  /// TLS cannot be begun, or the certificate of the server, or that of this program, is not accepted.
  case certificate(server: String, reason: String)
  /// The server has no such database.
  case noSuchDatabase(server: String, reason: String)
  /// The server has given out all its connections.
  case tooManyConnections(server: String)
  /// The server is starting, recovering or shutting down.
  case notReady(server: String)
  /// Every server that was reached is a standby, or allows no writes.
  case readOnly(server: String)

  // On a connection.

  /// Two transactions were in each other's way, and this one was taken back; it may run again at once.
  ///
  /// Also a plan that became stale, because a table has changed.
  case conflict(state: String)
  /// A row exists already. `constraint` is the name of the index.
  case notUnique(constraint: String)
  /// Somebody else has a lock for longer than `PostgresLimits.lock`.
  case lockTimeout
  /// A statement took longer than `PostgresLimits.statement`, or the use of the connection longer than `use`.
  case statementTimeout
  /// The disk of the server is full.
  case diskFull
  /// The server has refused the statement for another reason. `statement` is its place in the pipeline, from 0.
  case refused(state: String, statement: Int, reason: String)
  /// The answer is not of the type that was asked for. `column` counts from 0.
  case unexpectedAnswer(column: Int, type: Int)
  /// The connection broke before COMMIT was sent, so nothing of the transaction is stored.
  case connectionLost(reason: String)
  /// The connection broke after COMMIT was sent, or the server did not wait for its standby: the transaction may be
  /// stored, now and after a failover, or not.
  case outcomeUnknown

  // In the pool.

  /// All connections of the pool were in use for longer than `PostgresLimits.wait`.
  case poolBusy(limit: Int)
  /// The pool is closed.
  case poolClosed
}

extension PostgresError {
  /// The way in which a transaction may run again after an error.
  package enum Repetition: Sendable, Equatable {
    /// On the same connection: another transaction was first.
    case atOnce
    /// On a new connection: that one, or its server, is gone.
    case onNewConnection
    /// Not now; the caller says so to whoever asked, who may try again later.
    case later
    /// It would fail again, or it may have been stored.
    case never
  }

  package var repetition: Repetition {
    switch self {
    case .conflict: .atOnce
    case .connectionLost, .readOnly, .notReady, .unreachable: .onNewConnection
    case .tooManyConnections, .lockTimeout, .statementTimeout, .diskFull, .poolBusy: .later
    case .libraryMissing, .libraryTooOld, .addressMissing, .addressInvalid, .passwordInArgument,
      .notAuthenticated, .certificate, .noSuchDatabase, .notUnique, .refused, .unexpectedAnswer,
      .outcomeUnknown, .poolClosed:
      .never
    }
  }

  package var description: String {
    switch self {
    case .libraryMissing(let reason):
      "PostgreSQL's library cannot be loaded (\(reason)). Install it: on Debian and Ubuntu the package is libpq5."
    case .libraryTooOld(let version):
      "PostgreSQL's library libpq.so.5 is too old (\(Self.words(forVersion: version))). Install version 14 or later."
    case .addressMissing:
      "There is no address of PostgreSQL. Set ZONECHAT_DATABASE_URL, for example to "
        + "postgres://USER@HOST/DATABASE."
    case .addressInvalid(let reason):
      "The address of PostgreSQL cannot be read (\(reason)). Use the form postgres://USER@HOST/DATABASE, or "
        + "postgres:///?service=NAME."
    case .passwordInArgument:
      "The address of PostgreSQL has a password, which others can read in the list of processes. Put the address "
        + "into ZONECHAT_DATABASE_URL, or the password into the file ~/.pgpass."
    case .unreachable(let server, let reason):
      "PostgreSQL at \(server) cannot be reached (\(reason)). Check the address, and that the server runs."
    case .notAuthenticated(let server, let reason):
      "PostgreSQL at \(server) does not let this program in (\(reason)). Check the user and the password, and the "
        + "server's file pg_hba.conf."
    case .certificate(let server, let reason):
      "A secure connection to PostgreSQL at \(server) is not possible (\(reason)). Its certificate must be valid now "
        + "and name this host, and the address must name the certificate of its authority: sslrootcert=FILE."
    case .noSuchDatabase(let server, let reason):
      "PostgreSQL at \(server) does not have the database (\(reason)). Make it with ‘createdb’, or correct the "
        + "address."
    case .tooManyConnections(let server):
      "PostgreSQL at \(server) has no free connection. Raise max_connections there, or use fewer connections in "
        + "each server."
    case .notReady(let server):
      "PostgreSQL at \(server) is starting or stopping. Try again in a moment."
    case .readOnly(let server):
      "PostgreSQL at \(server) accepts no writes: it is a standby, or set to read-only. Name the primary in the "
        + "address, or all servers: postgres://HOST1,HOST2/DATABASE."
    case .conflict(let state):
      "Another transaction was in the way (\(state)). Try again."
    case .notUnique(let constraint):
      "PostgreSQL has such a row already (\(constraint)). Use another name."
    case .lockTimeout:
      "Another transaction has locked the data for too long. Try again in a moment."
    case .statementTimeout:
      "PostgreSQL took too long, so the statement was ended. Try again; if it happens often, check the load of the "
        + "server."
    case .diskFull:
      "The disk of PostgreSQL is full. Nothing was saved. Make room on it, then try again."
    case .refused(let state, let statement, let reason):
      "PostgreSQL refuses statement \(statement + 1) (\(state): \(reason)). Check that the database was made by "
        + "this program, and the server's log."
    case .unexpectedAnswer(let column, let type):
      "PostgreSQL answers with another type in column \(column + 1) (\(type)). Check that the database was made by "
        + "this program."
    case .connectionLost(let reason):
      "The connection to PostgreSQL broke (\(reason)). Nothing of the transaction was saved. Try again."
    case .outcomeUnknown:
      "PostgreSQL did not confirm the transaction, so it may be saved or not. Look whether it is, then try again."
    case .poolBusy(let limit):
      "All \(limit) connections to PostgreSQL are in use. Try again in a moment."
    case .poolClosed:
      "The connections to PostgreSQL are closed, because the server is stopping. Try again when it runs."
    }
  }

  /// `13.9` for 130009.
  private static func words(forVersion version: Int) -> String {
    "\(version / 10_000).\(version % 10_000)"
  }
}
