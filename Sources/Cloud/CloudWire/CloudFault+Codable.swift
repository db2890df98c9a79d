package import CloudModel

/// The keys of a fault's JSON object, which is flat.
enum FaultKey: String, CodingKey, CaseIterable {
  case id
  case account, container, environment, operation, database, zone, record, recordType
  case probability, every, skip, count, duration, until, seed
  case effect
  case milliseconds, code, nativeCode, retryAfter, reason, seconds, bytes, state
}

extension CloudFault: Codable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: FaultKey.self)
    let text =
      { try values.decodeIfPresent(String.self, forKey: $0) } as (FaultKey) throws -> String?
    self.init(
      id: try text(.id),
      filter: Filter(
        account: try text(.account), container: try text(.container),
        environment: try text(.environment), operation: try text(.operation),
        database: try text(.database), zone: try text(.zone), record: try text(.record),
        recordType: try text(.recordType)),
      schedule: Schedule(
        probability: try values.decodeIfPresent(Double.self, forKey: .probability) ?? 1,
        every: try values.decodeIfPresent(Int.self, forKey: .every) ?? 1,
        skip: try values.decodeIfPresent(Int.self, forKey: .skip) ?? 0,
        count: try values.decodeIfPresent(Int.self, forKey: .count),
        duration: try values.decodeIfPresent(Double.self, forKey: .duration),
        until: try values.decodeIfPresent(Int64.self, forKey: .until),
        seed: try values.decodeIfPresent(UInt64.self, forKey: .seed)),
      effect: try Effect(from: values))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: FaultKey.self)
    try values.encodeIfPresent(id, forKey: .id)
    try values.encodeIfPresent(filter.account, forKey: .account)
    try values.encodeIfPresent(filter.container, forKey: .container)
    try values.encodeIfPresent(filter.environment, forKey: .environment)
    try values.encodeIfPresent(filter.operation, forKey: .operation)
    try values.encodeIfPresent(filter.database, forKey: .database)
    try values.encodeIfPresent(filter.zone, forKey: .zone)
    try values.encodeIfPresent(filter.record, forKey: .record)
    try values.encodeIfPresent(filter.recordType, forKey: .recordType)
    if schedule.probability < 1 { try values.encode(schedule.probability, forKey: .probability) }
    if schedule.every > 1 { try values.encode(schedule.every, forKey: .every) }
    if schedule.skip > 0 { try values.encode(schedule.skip, forKey: .skip) }
    try values.encodeIfPresent(schedule.count, forKey: .count)
    try values.encodeIfPresent(schedule.duration, forKey: .duration)
    try values.encodeIfPresent(schedule.until, forKey: .until)
    try values.encodeIfPresent(schedule.seed, forKey: .seed)
    try values.encode(effect.name, forKey: .effect)
    try effect.encodeParameters(into: &values)
  }
}
