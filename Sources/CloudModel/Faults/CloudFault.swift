/// A trouble that the cloud makes on demand: for which requests, when, and what.
///
/// The same values over `/extension/1/faults`, in files of the command, and in process.
package struct CloudFault: Sendable, Equatable {
  /// 1 to 64 letters, digits, `-`, `_` and `.`; nil lets the cloud choose.
  package var id: String?
  package var filter: Filter
  package var schedule: Schedule
  package var effect: Effect

  package init(
    id: String? = nil, filter: Filter = Filter(), schedule: Schedule = Schedule(), effect: Effect
  ) {
    self.id = id
    self.filter = filter
    self.schedule = schedule
    self.effect = effect
  }

  /// Which requests; nil is any.
  ///
  /// All but the account, the database and the environment may be globs with `*` and `?`.
  package struct Filter: Sendable, Equatable {
    /// An account's name or user record name: of the caller; of the recipient of a notification; of
    /// the owner where storage is counted.
    package var account: String?
    package var container: String?
    /// `development` or `production`.
    package var environment: String?
    /// The end of a request's path, for example `records/modify`.
    package var operation: String?
    /// `public`, `private` or `shared`.
    package var database: String?
    package var zone: String?
    package var record: String?
    package var recordType: String?

    package init(
      account: String? = nil, container: String? = nil, environment: String? = nil,
      operation: String? = nil, database: String? = nil, zone: String? = nil,
      record: String? = nil, recordType: String? = nil
    ) {
      self.account = account
      self.container = container
      self.environment = environment
      self.operation = operation
      self.database = database
      self.zone = zone
      self.record = record
      self.recordType = recordType
    }
  }

  /// When, of the requests that the filter lets through.
  ///
  /// First `skip` pass; of the others every nth is a candidate, and chance takes it or not.
  package struct Schedule: Sendable, Equatable {
    /// 0 to 1.
    package var probability: Double
    /// 1 is each, 2 the second, fourth, sixth and so on.
    package var every: Int
    package var skip: Int
    /// After so many the fault ends by itself.
    package var count: Int?
    /// Seconds from its beginning after which it ends by itself.
    package var duration: Double?
    /// Milliseconds since 1970 at which it ends by itself.
    package var until: Int64?
    /// The same seed decides the same; nil draws one.
    package var seed: UInt64?

    package init(
      probability: Double = 1, every: Int = 1, skip: Int = 0, count: Int? = nil,
      duration: Double? = nil, until: Int64? = nil, seed: UInt64? = nil
    ) {
      self.probability = probability
      self.every = every
      self.skip = skip
      self.count = count
      self.duration = duration
      self.until = until
      self.seed = seed
    }
  }
}
