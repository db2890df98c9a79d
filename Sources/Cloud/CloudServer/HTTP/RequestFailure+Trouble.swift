import CloudCore
import CloudModel
import CloudRules
import Hummingbird

extension RequestFailure {
  /// The failure of a request that a fault has refused or dropped; the answer to a dropped one is
  /// never read.
  init(_ trouble: RequestTrouble) {
    switch trouble {
    case .dropped: self.init(trouble.error)
    case .failed(let failure): self.init(failure.error, as: failure.code)
    }
  }
}

extension Authenticator {
  /// The error of a request that had been let in and failed outside of its handler.
  func failure(
    _ error: any Error, of request: Request, by admission: Admission
  ) -> any Error {
    switch error {
    case RequestTrouble.dropped, is RequestFailure: return error
    default:
      var failure = RequestFailure(error, answering: admission)
      if failure.serverErrorCode == .authenticationRequired {
        failure.redirectURL = signInRequired(request).redirectURL
      }
      return failure
    }
  }
}
