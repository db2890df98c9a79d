package import CloudModel

/// Whether a device lets apps use the account that is signed in.
///
/// Apple's systems decide this themselves, by settings and by what they know of the account. Here a test says it
/// (`TestDevice.setAccountState`), or the environment variable `CLOUDKIT_ACCOUNT_STATE`.
public enum CloudKitAccountState: String, Sendable, CaseIterable {
  case available
  /// Parental controls, or who manages the device, forbid it.
  case restricted
  /// The system cannot say whether there is an account.
  case couldNotDetermine
  /// The person has to sign in once more, or to verify something.
  case temporarilyUnavailable

  /// What calls fail with; nil where the account can be used.
  ///
  /// Source: `CKError.Code` for the first and the last. Which error goes with an account that cannot be determined is
  /// not documented; this is the one with which the cloud's own fault answers.
  package var error: CloudError? {
    switch self {
    case .available: nil
    case .restricted:
      CloudError(.managedAccountRestricted, "This device does not let apps use its account.")
    case .couldNotDetermine:
      CloudError(.serviceUnavailable, "The state of the account cannot be determined.")
    case .temporarilyUnavailable:
      CloudError(
        .accountTemporarilyUnavailable, "The account is not ready. Check it in the settings.")
    }
  }
}

extension CloudKitAccountState {
  /// Throws `.invalidArguments` with what can be written.
  init(text: String) throws(CloudError) {
    guard let state = Self(rawValue: text) else {
      throw CloudError(
        .invalidArguments,
        "CLOUDKIT_ACCOUNT_STATE must be one of "
          + Self.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    self = state
  }
}
