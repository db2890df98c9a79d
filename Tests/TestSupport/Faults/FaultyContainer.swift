package import CloudModel

/// A container between a device and the cloud, on which things go wrong.
package struct FaultyContainer: ForwardingContainer {
  package let inner: any CloudContainer
  private let faults: FaultInjector

  package init(_ inner: any CloudContainer, faults: FaultInjector) {
    self.inner = inner
    self.faults = faults
  }

  package func database(with scope: DatabaseScope) -> any CloudDatabase {
    FaultyDatabase(inner: inner.database(with: scope), faults: faults)
  }

  package func forward<Answer: Sendable>(
    _ call: CloudCall, _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    // To accept and to decline are the two answers to an invitation.
    try await faults.pass(call == .decline ? .accept : call, make)
  }
}

extension FaultInjector {
  /// Makes a call that has no items, or not as the next fault has it.
  func pass<R>(
    _ operation: CloudCall, _ call: () async throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    try await pass(next(operation), call)
  }

  func pass<R>(
    _ fault: Fault, _ call: () async throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    switch fault {
    case .lostRequest:
      throw CloudError(.networkUnavailable, "The request was lost.")
    case .lostAnswer:
      _ = try await call()
      throw CloudError(chance() ? .networkFailure : .serverResponseLost, "The answer was lost.")
    case .doubled:
      _ = try await call()
      return try await call()
    case .refused(let error):
      throw error
    case .none, .partial, .incomplete, .expiredToken, .emptyPage:
      return try await call()
    }
  }
}
