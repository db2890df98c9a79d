import CloudModel
import CloudRules

/// A request that was let in: who sent it, and what its sender needs for the next one.
struct Admission: Sendable {
  var caller: Caller
  /// Goes out with the answer, whatever the answer is; nil without a web auth token.
  var nextWebAuthToken: String?
}
