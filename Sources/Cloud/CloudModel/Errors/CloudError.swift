/// What went wrong in the cloud or on the way to it: of a whole call when thrown, of one item when
/// it is a result.
package struct CloudError: Error, Sendable, Equatable {
  package var code: Code
  /// For people, never parsed: what is wrong; then, as a sentence of its own, what to do.
  package var reason: String
  /// How long the client should wait before it tries again, in seconds.
  ///
  /// Any error may have it.
  package var retryAfterSeconds: Double?
  /// The cloud's present copy, with `.serverRecordChanged` if the cloud sent it.
  package var serverRecord: Record?
  /// The web protocol's error code; nil if it follows from `code`.
  package var serverErrorCode: ServerErrorCode?
  /// Why the zone is gone, with `.zoneNotFound` if the cloud says it.
  package var deletionReason: DatabaseChanges.Deletion.Reason?

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
