import CloudModel

/// I21: fields that a newer version has written are still there after this one has written.
struct UnknownFieldsSurvive: Checker {
  private struct Field: Hashable {
    var key: RecordKey
    var name: String
  }

  private(set) var findings = Findings("I21")
  private var planted: [Field: String] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .disrupted(.planted(let zone, let record, let field, let value)):
      planted[Field(key: RecordKey(zone: zone.zoneName, record: record), name: field)] = value
    // The fields are gone with their zone.
    case .disrupted(.deletedZone(let zone, _)): forget(zone.zoneName)
    case .reached(let reached): reached.deletedZones.forEach { forget($0) }
    case .held(let user, let held):
      for (field, value) in planted {
        guard let zone = held.zone(field.key.zone), zone.owner == user,
          zone.item(field.key.record)?.fields[field.name] != value
        else { continue }
        findings.note("the field \(field.name)=\(value) is gone", about: field.key.zone, at: index)
      }
    default: break
    }
  }

  private mutating func forget(_ zone: String) {
    planted = planted.filter { $0.key.key.zone != zone }
  }
}
