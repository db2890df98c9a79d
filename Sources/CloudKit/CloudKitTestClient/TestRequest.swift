import CloudModel

/// A request that the cloud has answered.
public struct TestRequest: Sendable, Equatable {
  /// From 1 on, without gaps.
  public let number: Int64
  /// The end of the path, for example `records/modify`.
  public let operation: String
  /// `public`, `private` or `shared`; nil for a poll for notifications.
  public let database: String?
  /// The names of the zones that it names, ten at most.
  public let zones: [String]
  /// The name of the caller's account; nil where nobody was signed in.
  public let account: String?
  /// `OK`, or the error code of the whole request; single records may have failed all the same.
  public let code: String
  public let milliseconds: Double

  init(_ request: JournaledRequest) {
    number = request.number
    operation = request.operation
    database = request.database
    zones = request.zones ?? []
    account = request.account
    code = request.code
    milliseconds = request.milliseconds
  }
}
