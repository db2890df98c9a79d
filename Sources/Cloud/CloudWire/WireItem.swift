import CloudModel

/// An item of an answer; if it failed, its error keys say why.
protocol WireItem {
  var serverErrorCode: String? { get set }
  var reason: String? { get set }
  var retryAfter: Double? { get set }
  var ckErrorCode: Int? { get set }
  var deletionReason: DatabaseChanges.Deletion.Reason? { get set }
  var memberBytes: Int64? { get set }
}

extension WireItem {
  /// Items that are in no zone do not keep it.
  var deletionReason: DatabaseChanges.Deletion.Reason? {
    get { nil }
    set {}
  }

  /// Items that take no storage do not keep it.
  var memberBytes: Int64? {
    get { nil }
    set {}
  }

  mutating func fail(_ failure: CloudError, extended: Bool) {
    let error = WireError(failure, extended: extended)
    serverErrorCode = error.serverErrorCode
    reason = error.reason
    retryAfter = error.retryAfter
    ckErrorCode = error.ckErrorCode
    deletionReason = error.deletionReason
    memberBytes = error.memberBytes
  }

  /// The error of the item; nil if it did not fail.
  var cloudError: CloudError? { WireError(of: self)?.cloudError }
}

extension WireError {
  /// The error in an item's own keys; nil where the item did not fail.
  init?(of item: some WireItem) {
    guard let serverErrorCode = item.serverErrorCode else { return nil }
    self.serverErrorCode = serverErrorCode
    reason = item.reason
    retryAfter = item.retryAfter
    ckErrorCode = item.ckErrorCode
    deletionReason = item.deletionReason
    memberBytes = item.memberBytes
  }
}
