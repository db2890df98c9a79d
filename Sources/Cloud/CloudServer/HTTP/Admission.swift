import CloudModel
import CloudRules

/// The result of authentication: the caller of a request, and the caller's token for the next one.
struct Admission: Sendable {
  var caller: Caller
  /// Sent with the answer, even if the answer is an error; nil without a web auth token.
  var nextWebAuthToken: String?
  /// Whether an administrator asks in the caller's name.
  ///
  /// Faults and throttles do not apply to such a request, and the journal does not have it.
  var isAdministrator = false
}
