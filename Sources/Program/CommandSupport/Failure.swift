package import CloudModel
import TerminalUI

/// The reason why a command ends without having done what was asked.
package struct Failure: Error {
  package var code: Code
  /// A sentence about what happened, to what; then another one about what to do now.
  package var message: String

  package init(_ message: String, code: Code = .failed) {
    self.message = message
    self.code = code
  }
}

extension Failure {
  package init(cloud error: CloudError) {
    switch error.code {
    // A sentence about trust says itself what to do; trying again is not it.
    case .networkUnavailable where error.isUntrusted: self.init(error.reason)
    case .networkUnavailable, .networkFailure:
      // No command of ‘zonechat cloud’: without an address these mean the embedded cloud, not this one.
      self.init(
        "The cloud cannot be reached. \(error.clause). Check the network and the address, and try again."
      )
    case .notAuthenticated:
      self.init("The cloud did not accept the keys. \(error.reason)", code: .notSignedIn)
    case .requestRateLimited:
      let wait = Int((error.retryAfterSeconds ?? 1).rounded(.up))
      self.init("\(error.clause) (\(DisplayText.count(wait, "second"))).")
    default:
      self.init("The cloud refused: \(error.reason)")
    }
  }
}
