package import CloudModel

/// The fault of one request.
package enum Fault: Sendable, Equatable {
  case none
  /// It never reaches the cloud.
  case lostRequest
  /// The cloud did it, and nobody hears of it.
  case lostAnswer
  /// It arrives twice; the second answer comes back.
  case doubled
  /// The cloud refuses the whole call.
  case refused(CloudError)
  /// Some items are refused; the rest is done as the call asks.
  case partial(CloudError)
  /// Done, but one item is missing in the answer.
  case incomplete
  /// The token is too old, for the calls that have one.
  case expiredToken
  /// A page without anything in it, with more to come.
  case emptyPage
}
