/// An error of the cloud or of the connection to it; it belongs to the whole call if thrown, to one item if it is a
/// result.
package struct CloudError: Error, Sendable, Equatable {
  package var code: Code
  /// The problem, in words for people; then, as a sentence of its own, what to do.
  ///
  /// No program parses it.
  package var reason: String
  /// The time that the client should wait before it tries again, in seconds.
  ///
  /// Any error may have it.
  package var retryAfterSeconds: Double?
  /// The cloud's present copy, with `.serverRecordChanged` if the cloud sent it.
  package var serverRecord: Record?
  /// The web protocol's error code; nil if it follows from `code`.
  package var serverErrorCode: ServerErrorCode?
  /// The reason why the zone was deleted; it comes with `.zoneNotFound` if the cloud gives it.
  package var deletionReason: DatabaseChanges.Deletion.Reason?
  /// The bytes that each member may store in the zone, with `.quotaExceeded` if this limit is reached.
  ///
  /// Nil if the storage of the zone's owner is full.
  package var memberBytes: Int64?
  /// Whether something on the way has cut a long poll that had waited for a while.
  ///
  /// The channel is there as before; what it had to tell in that moment is lost.
  package var isCutPoll = false
  /// Whether nothing was sent because the server cannot be trusted: somebody has to do something about it.
  package var isUntrusted = false

  package init(
    _ code: Code, _ reason: String, retryAfterSeconds: Double? = nil, serverRecord: Record? = nil
  ) {
    self.code = code
    self.reason = reason
    self.retryAfterSeconds = retryAfterSeconds
    self.serverRecord = serverRecord
  }
}

extension CloudError {
  /// The reason without its full stop, for the middle of another sentence.
  package var clause: String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }
}

extension CloudError: CustomStringConvertible {
  package var description: String { "\(code): \(reason)" }
}
