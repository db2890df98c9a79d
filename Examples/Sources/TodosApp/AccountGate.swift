import CloudKit

/// Whether the account lets a person use the app.
public enum AccountGate: Equatable, Sendable {
  case open
  /// Why not, and what to do about it.
  case closed(String)

  public init(_ status: CKAccountStatus) {
    self =
      switch status {
      case .available: .open
      case .noAccount:
        .closed("The cloud is not available: nobody is signed in. Sign in to see your to-dos.")
      case .restricted:
        .closed(
          "The cloud is not available: this device must not use it. Ask who manages the device.")
      case .couldNotDetermine:
        .closed("The cloud is not available: the account cannot be checked. Refresh to try again.")
      case .temporarilyUnavailable:
        .closed("The cloud is not available: the account is not ready. Check it in the settings.")
      }
  }
}
