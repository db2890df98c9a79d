package import CloudModel

/// An event that the simulation imposes on the cloud or on a device.
package enum Disruption: Sendable, Equatable {
  case expiredZoneTokens(RecordZoneID)
  case expiredDatabaseTokens(user: String, DatabaseScope)
  case removed(user: String, RecordZoneID)
  case added(user: String, RecordZoneID)
  case permitted(user: String, RecordZoneID, Participant.Permission)
  case stoppedSharing(RecordZoneID)
  case left(user: String, RecordZoneID)
  case deletedZone(RecordZoneID, DatabaseChanges.Deletion.Reason)
  /// A newer version of the application has written a field that this one does not know.
  case planted(RecordZoneID, record: String, field: String, value: String)
  /// The device ends where it is; what it dies of otherwise is chance.
  case crashed(device: String)
  case skewed(device: String, Duration)
  case offline(device: String, until: Duration)
  case throttled(user: String, until: Duration)
  case lostRing(device: String)

  var line: String {
    switch self {
    case .expiredZoneTokens(let zone): "tokens of \(zone.zoneName) expired"
    case .expiredDatabaseTokens(let user, let scope):
      "\(scope.pathComponent) tokens of \(user.prefix(7)) expired"
    case .removed(let user, let zone): "\(user.prefix(7)) was removed from \(zone.zoneName)"
    case .added(let user, let zone): "\(user.prefix(7)) was invited to \(zone.zoneName)"
    case .permitted(let user, let zone, let permission):
      "\(user.prefix(7)) may \(permission.rawValue) in \(zone.zoneName)"
    case .stoppedSharing(let zone): "\(zone.zoneName) is no longer shared"
    case .left(let user, let zone): "\(user.prefix(7)) left \(zone.zoneName)"
    case .deletedZone(let zone, let reason): "\(zone.zoneName) was \(reason.rawValue)"
    case .planted(let zone, let record, let field, let value):
      "\(field)=\(value) was planted in \(record) of \(zone.zoneName)"
    case .crashed(let device): "\(device) is to crash"
    case .skewed(let device, let skew): "\(device) has its clock off by \(skew.label)"
    case .offline(let device, let until): "\(device) is offline until \(until.label)"
    case .throttled(let user, let until): "\(user.prefix(7)) is throttled until \(until.label)"
    case .lostRing(let device): "\(device) missed a ring"
    }
  }
}
