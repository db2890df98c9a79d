/// What one connection, and all of them together, may cost the cloud.
package struct ConnectionLimits: Sendable {
  /// Connections at once; the next one is told so and closed.
  package var connections: Int
  /// Bytes in all header fields of a request, and in its target with the query.
  package var headBytes: Int
  /// How long a connection may be silent between requests, or take for a request's head.
  ///
  /// Longer than clients keep an unused connection, so that it is they who close it.
  package var idle: Duration
  /// How long a request's body may take at any rate.
  package var bodyGrace: Duration
  /// After the grace a body must have come at least this fast.
  package var bodyBytesPerSecond: Int
  /// How long a client may be silent to which the cloud still listens, without heeding, because it
  /// has answered early: so that the answer is not lost.
  package var linger: Duration
  /// How long it listens so at most; most of an asset comes in that time.
  package var longestLinger: Duration

  package init(
    connections: Int = 10_000, headBytes: Int = 32 * 1024, idle: Duration = .seconds(90),
    bodyGrace: Duration = .seconds(20), bodyBytesPerSecond: Int = 1024,
    linger: Duration = .seconds(1), longestLinger: Duration = .seconds(60)
  ) {
    self.connections = connections
    self.headBytes = headBytes
    self.idle = idle
    self.bodyGrace = bodyGrace
    self.bodyBytesPerSecond = bodyBytesPerSecond
    self.linger = linger
    self.longestLinger = longestLinger
  }
}
