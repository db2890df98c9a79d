package import CloudModel

/// The reason why some work of the engine failed.
///
/// The cloud refused the work or did not answer, or the replica could not be used.
package enum SyncFailure: Error, Sendable, Equatable {
  case cloud(CloudError)
  /// The replica could not be read or written, for example because the disk is full.
  ///
  /// The work is done again later, and asks the cloud again.
  case store(reason: String)

  /// The reach of the failure.
  ///
  /// If the replica cannot be used, only the work that failed waits: other work may need no write, or a smaller one.
  var reach: ErrorPolicy.FailureScope {
    switch self {
    case .cloud(let error): ErrorPolicy.reach(of: error.code)
    case .store: .zone
    }
  }

  /// For how many seconds the cloud wants to be left alone.
  var retryAfterSeconds: Double? {
    guard case .cloud(let error) = self else { return nil }
    return error.retryAfterSeconds
  }

  /// The reason without its full stop, for the middle of another sentence.
  package var clause: String {
    switch self {
    case .cloud(let error): error.clause
    case .store(let reason):
      "The local copy cannot be used: "
        + (reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
  }

  /// Whether the failure is not expected to pass soon.
  var isPersistent: Bool { has(.internalError) }

  /// Whether the replica failed, and not the cloud.
  var isLocal: Bool {
    if case .store = self { true } else { false }
  }

  /// Whether the server could not be trusted.
  var isUntrusted: Bool {
    if case .cloud(let error) = self { error.isUntrusted } else { false }
  }

  func has(_ code: CloudError.Code) -> Bool {
    guard case .cloud(let error) = self else { return false }
    return error.code == code
  }
}
