/// The limits of one connection, and of all connections together.
package struct ConnectionLimits: Sendable {
  /// Simultaneous connections over TCP; a further one is refused and closed, unless an idle one
  /// makes room.
  package var connections: Int
  /// Simultaneous connections over TCP from one IPv4 address, or one IPv6 network of 2⁶⁴ addresses.
  ///
  /// Our choice: enough for a hundred people behind one router, with a poll and two more each.
  package var connectionsPerCaller: Int
  /// Simultaneous connections over the Unix socket, which TCP clients cannot use up.
  package var localConnections: Int
  /// Bytes in all header fields of a request, and in its target with the query.
  package var headBytes: Int
  /// The time that a connection may be silent between requests, or may take for a request's head.
  ///
  /// It is longer than clients keep an unused connection, so that the client closes it.
  package var idle: Duration
  /// The time that a connection with TLS may take for its handshake and the first head together.
  ///
  /// Our choice: a handshake takes a few round trips, also on a bad network.
  package var handshake: Duration
  /// The time that a request's body may take at any speed.
  package var bodyGrace: Duration
  /// After the grace a body must have come at least this fast.
  package var bodyBytesPerSecond: Int
  /// The time that a client may be silent after an early answer.
  ///
  /// Until then the cloud reads and ignores what the client sends, so that the answer is not lost.
  package var linger: Duration
  /// The longest time for which the cloud reads and ignores bytes; most of an asset comes in that
  /// time.
  package var longestLinger: Duration

  package init(
    connections: Int = 10_000, connectionsPerCaller: Int = 300, localConnections: Int = 1000,
    headBytes: Int = 32 * 1024, idle: Duration = .seconds(90), handshake: Duration = .seconds(20),
    bodyGrace: Duration = .seconds(20), bodyBytesPerSecond: Int = 1024,
    linger: Duration = .seconds(1), longestLinger: Duration = .seconds(60)
  ) {
    self.connections = connections
    self.connectionsPerCaller = connectionsPerCaller
    self.localConnections = localConnections
    self.headBytes = headBytes
    self.idle = idle
    self.handshake = handshake
    self.bodyGrace = bodyGrace
    self.bodyBytesPerSecond = bodyBytesPerSecond
    self.linger = linger
    self.longestLinger = longestLinger
  }
}

/// The connections of a cloud: those of its socket and those over TCP, each with a limit of its own.
struct Connections: Sendable {
  /// Over the Unix socket, whose file only its owner can open.
  let local: ConnectionLedger
  let remote: ConnectionLedger

  init(_ limits: ConnectionLimits) {
    local = ConnectionLedger(limit: limits.localConnections)
    remote = ConnectionLedger(
      limit: limits.connections, limitPerCaller: limits.connectionsPerCaller)
  }

  var openCount: Int { local.openCount + remote.openCount }
}
