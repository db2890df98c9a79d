package import CloudModel
import CloudRules
import CloudStorage

/// The decision of the faults about one request, made before it begins.
package struct FaultDecision: Sendable, Equatable {
  /// The action that follows the delay of the request.
  package enum Action: Sendable, Equatable {
    case proceed
    /// Close the connection; do nothing.
    case dropBefore
    /// Do it, then close the connection.
    case dropAfter
    case fail(CloudFault.Failure)
  }

  package var delayMilliseconds = 0
  package var action = Action.proceed
  /// The offset of the cloud's clock for this request.
  package var clockSkewSeconds = 0.0
  /// The delay of the index for queries.
  package var indexLagSeconds = 0.0

  package init() {}

  /// Ends the request after its operation; throws if the answer is to be lost.
  package func finish() throws {
    if action == .dropAfter { throw RequestTrouble.dropped }
  }

  /// Applies an effect; returns whether further effects may follow.
  ///
  /// The first effect that ends the request is the last one.
  mutating func take(_ effect: CloudFault.Effect) -> Bool {
    switch effect {
    case .delay(let milliseconds): delayMilliseconds += milliseconds
    case .skewClock(let seconds): clockSkewSeconds += seconds
    case .lagIndex(let seconds): indexLagSeconds = max(indexLagSeconds, seconds)
    case .dropBefore: action = .dropBefore
    case .dropAfter: action = .dropAfter
    case .fail(let failure): action = .fail(failure)
    case .accountState(let state): action = .fail(state.failure)
    case .failRecords, .expireTokens, .loseNotifications, .duplicateNotifications,
      .delayNotifications, .limitQuota:
      break
    }
    return action == .proceed
  }

  /// Whether the faults decide about this effect before the request begins.
  static func concerns(_ effect: CloudFault.Effect) -> Bool {
    switch effect {
    case .delay, .skewClock, .lagIndex, .dropBefore, .dropAfter, .fail, .accountState: true
    case .failRecords, .expireTokens, .loseNotifications, .duplicateNotifications,
      .delayNotifications, .limitQuota:
      false
    }
  }
}

extension CloudFault.AccountState {
  /// The failure of every request of such an account.
  ///
  /// Our choice; the native codes are CloudKit's for these states.
  package var failure: CloudFault.Failure {
    switch self {
    case .noAccount: .init(.authenticationRequired)
    case .restricted:
      .init(
        .accessDenied, nativeCode: .managedAccountRestricted,
        reason: "The account is restricted from using the cloud")
    case .temporarilyUnavailable:
      .init(
        .tryAgainLater, nativeCode: .accountTemporarilyUnavailable,
        reason: "The account is temporarily unavailable; sign in again")
    case .couldNotDetermine:
      .init(.tryAgainLater, reason: "The account's state could not be determined")
    }
  }
}
