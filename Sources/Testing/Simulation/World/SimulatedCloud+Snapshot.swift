import CloudCore
import CloudModel
import Foundation

extension WorldCloud {
  /// What the cloud holds for a person.
  func snapshot(of user: String) async throws -> CloudSnapshot {
    let container = container(of: user, device: nil)
    var zones: [CloudSnapshot.Zone] = []
    for scope in [DatabaseScope.private, .shared] {
      let database = container.database(with: scope)
      for zone in try await database.allRecordZones()
      where zone.zoneID.zoneName.hasPrefix("chat-") {
        zones.append(
          CloudSnapshot.Zone(
            name: zone.zoneID.zoneName, owner: zone.zoneID.ownerName,
            items: try await records(of: zone.zoneID, in: database).map { .init($0) }))
      }
    }
    zones.sort { ($0.owner, $0.name) < ($1.owner, $1.name) }
    return CloudSnapshot(zones: zones)
  }

  private func records(
    of zoneID: RecordZoneID, in database: any CloudDatabase
  ) async throws -> [Record] {
    var records: [Record] = []
    var token: ServerChangeToken?
    while true {
      let page = try await database.recordZoneChanges(
        inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: nil)
      records += page.modifications
      token = page.changeToken
      guard page.moreComing else { break }
    }
    return records.sorted { $0.recordID.recordName < $1.recordID.recordName }
  }
}

extension CloudSnapshot.Item {
  fileprivate init(_ record: Record) {
    self.init(
      record: record.recordID.recordName, type: record.recordType,
      creator: record.creatorUserRecordName ?? "",
      fields: record.fields.mapValues { value in
        switch value {
        case .string(let text): text
        case .int64(let number): "\(number)"
        case .date(let date): "\(date.millisecondsSince1970)"
        case .reference(let reference): reference.recordName
        case .double, .bytes, .location, .asset, .list: "…"
        }
      })
  }
}
