/// A failure that the cloud produces on demand: for which requests, when, and with which effect.
///
/// The values are the same over `/extension/1/faults`, in the command's files, and in process.
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

  /// The requests that the fault concerns; nil matches any.
  ///
  /// All but the account, the database and the environment may be globs with `*` and `?`.
  package struct Filter: Sendable, Equatable {
    /// The account name or user record name of the caller; for a notification, of its recipient;
    /// for storage, of the owner.
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

  /// The selection of the requests that trigger the fault, among those that match the filter.
  ///
  /// The first `skip` requests pass; of the others, every nth is a candidate, which `probability`
  /// selects or not.
  package struct Schedule: Sendable, Equatable {
    /// 0 to 1.
    package var probability: Double
    /// 1 means each request, 2 the second, fourth, sixth and so on.
    package var every: Int
    package var skip: Int
    /// The fault ends by itself after it has fired this often.
    package var count: Int?
    /// Seconds after its beginning at which the fault ends by itself.
    package var duration: Double?
    /// The time in milliseconds since 1970 at which the fault ends by itself.
    package var until: Int64?
    /// The same seed gives the same decisions; if nil, a seed is drawn.
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
