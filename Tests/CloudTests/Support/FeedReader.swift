import CloudModel
import CloudRules

/// Somebody who keeps a mirror of one of their databases by its feeds, in pages of any size.
///
/// It may stop after any page and goes on there.
struct FeedReader {
  /// Living records of each zone that is there: their change tags by name.
  typealias Mirror = [RecordZoneID: [String: String]]

  /// Another one when the cloud has moved to another store.
  var service: CloudService
  let caller: Caller
  let scope: DatabaseScope
  private(set) var mirror: Mirror = [:]
  /// How often a token of a zone was valid no more.
  private(set) var expirations = 0
  private var databaseToken: ServerChangeToken?
  private var zoneTokens: [RecordZoneID: ServerChangeToken] = [:]
  private var waiting: Set<RecordZoneID> = []

  init(_ service: CloudService, _ caller: Caller, _ scope: DatabaseScope) {
    (self.service, self.caller, self.scope) = (service, caller, scope)
  }

  /// Reads one page; whether it may have been the last for now.
  mutating func readPage(limit: Int?) throws -> Bool {
    let page = try service.databaseChanges(
      since: databaseToken, resultsLimit: limit, by: caller, in: scope)
    databaseToken = page.changeToken
    for change in page.changes {
      switch change {
      case .modified(let zone):
        mirror[zone.zoneID] = mirror[zone.zoneID] ?? [:]
        waiting.insert(zone.zoneID)
      case .deleted(let deletion): forget(deletion.zoneID)
      }
    }
    if let zoneID = waiting.min(by: { $0.zoneName < $1.zoneName }) {
      try readPage(of: zoneID, limit: limit)
    }
    return !page.moreComing && waiting.isEmpty
  }

  /// Reads to the end, `limit()` entries a page.
  mutating func readAll(_ limit: () -> Int? = { nil }) throws {
    while try !readPage(limit: limit()) {}
  }

  private mutating func readPage(of zoneID: RecordZoneID, limit: Int?) throws {
    let request = ZoneChangesRequest(
      zoneID: zoneID, changeToken: zoneTokens[zoneID], resultsLimit: limit)
    let pages = try service.zoneChanges([request], by: caller, in: scope)
    do {
      guard let page = try pages.first?.result.get() else { return }
      zoneTokens[zoneID] = page.changeToken
      for change in page.changes {
        switch change {
        case .modified(let record):
          mirror[zoneID, default: [:]][record.recordID.recordName] = record.recordChangeTag
        case .deleted(let deletion):
          mirror[zoneID, default: [:]][deletion.recordID.recordName] = nil
        }
      }
      if !page.moreComing { waiting.remove(zoneID) }
    } catch {
      if error.code == .changeTokenExpired {
        expirations += 1
        zoneTokens[zoneID] = nil
        mirror[zoneID] = [:]
      } else if error.code == .zoneNotFound {
        // Its end is on its way in the feed of the database.
        waiting.remove(zoneID)
      } else {
        throw error
      }
    }
  }

  private mutating func forget(_ zoneID: RecordZoneID) {
    mirror[zoneID] = nil
    zoneTokens[zoneID] = nil
    waiting.remove(zoneID)
  }

  /// The records that are found when each is looked up by its name.
  func lookedUp(_ names: [String]) throws -> Mirror {
    var found: Mirror = [:]
    for zone in try service.zones(of: caller, in: scope) where zone.changeToken != nil {
      found[zone.zoneID] = [:]
      let asked = names.map {
        (recordID: RecordID(recordName: $0, zoneID: zone.zoneID), desiredKeys: [String]?.none)
      }
      for (recordID, result) in try service.records(for: asked, by: caller, in: scope) {
        guard let record = try? result.get() else { continue }  // Absent, or not for this reader.
        found[zone.zoneID]?[recordID.recordName] = record.recordChangeTag
      }
    }
    return found
  }
}
