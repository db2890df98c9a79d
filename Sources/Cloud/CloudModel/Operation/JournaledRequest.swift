/// A request that the cloud has answered, as its journal keeps it.
package struct JournaledRequest: Codable, Sendable, Equatable {
  /// From 1 on, without gaps.
  package var number: Int64
  /// The time of the answer, in milliseconds since 1970 by the cloud's clock.
  package var at: Int64
  package var method: String
  /// The end of the path, for example `records/modify`.
  package var operation: String
  package var container: String?
  /// `development` or `production`.
  package var environment: String?
  /// `public`, `private` or `shared`.
  package var database: String?
  /// The names of the zones that the request names, sorted; at most ten.
  package var zones: [String]?
  /// The name of the caller's account.
  package var account: String?
  package var userRecordName: String?
  /// By which the client names its device, as it sends it; at most 100 characters.
  package var clientId: String?
  package var status: Int
  /// `OK`, `LOST`, or the error code of the whole request; single records may have failed all the same.
  package var code: String
  /// The time that the request took, in milliseconds.
  package var milliseconds: Double
  /// The error codes of single records and zones, at most ten.
  package var failures: [String]?
  /// Of each zone or database whose changes were asked for: the token that came and the one that was given; at
  /// most ten.
  package var tokens: [Tokens]?
  /// The names of the accounts whose devices were told of the change, sorted; at most ten.
  package var told: [String]?
  /// Each device that was told, and of what; at most ten.
  package var notices: [Notice]?
  /// What was sent, without keys, tokens and links; nil where the journal does not keep it, or it was not asked for.
  package var body: JSONValue?
  /// Of each operation in the body of `records/modify`: `OK`, or an error code; nil where the whole request has failed,
  /// and without a body.
  package var outcomes: [String]?

  package struct Notice: Codable, Sendable, Equatable {
    /// `of` for an invitation.
    package static let invitation = "invitation"

    package var account: String
    package var clientId: String?
    /// `private`, `shared`, `public`, or `invitation`.
    package var of: String
    /// Nil for a change of a whole database.
    package var zone: String?

    package init(account: String, clientId: String?, of: String, zone: String? = nil) {
      self.account = account
      self.clientId = clientId
      self.of = of
      self.zone = zone
    }
  }

  package struct Tokens: Codable, Sendable, Equatable {
    /// Nil for everything from the start.
    package var from: String?
    package var to: String

    package init(from: String?, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// The code of a request whose connection was closed without an answer.
  package static let lost = "LOST"
  /// The code of a request, and of a single record, that has succeeded.
  package static let done = "OK"

  package init(
    number: Int64, at: Int64, method: String, operation: String, container: String?,
    environment: String?, database: String?, zones: [String]?, account: String?,
    userRecordName: String?, status: Int, code: String, milliseconds: Double
  ) {
    self.number = number
    self.at = at
    self.method = method
    self.operation = operation
    self.container = container
    self.environment = environment
    self.database = database
    self.zones = zones
    self.account = account
    self.userRecordName = userRecordName
    self.status = status
    self.code = code
    self.milliseconds = milliseconds
  }
}
