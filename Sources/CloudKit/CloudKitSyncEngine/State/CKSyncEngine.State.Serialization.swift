import CloudKitCore
import CloudModel
import Foundation

extension CKSyncEngine.State {
  /// The state as an app keeps it; its form is this module's own.
  public struct Serialization: Codable, Sendable {
    let state: EngineState

    init(_ state: EngineState) { self.state = state }

    /// Throws `DecodingError` for what is not a state, or that of a later version of this module.
    public init(from decoder: any Decoder) throws {
      let archive = try StateArchive(from: decoder)
      guard archive.version == StateArchive.currentVersion else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription:
              "The sync engine's state has version \(archive.version); \(StateArchive.currentVersion) can be read."
          ))
      }
      state = archive.state
    }

    public func encode(to encoder: any Encoder) throws {
      try StateArchive(state).encode(to: encoder)
    }
  }
}

/// A state's form in an archive.
private struct StateArchive: Codable {
  static let currentVersion = 1

  struct Zone: Codable {
    var name: String
    var owner: String
    var token: String?

    init(_ id: CKRecordZone.ID, token: CKServerChangeToken? = nil) {
      (name, owner) = (id.zoneName, id.ownerName)
      self.token = token?.token.rawValue
    }

    var id: CKRecordZone.ID { CKRecordZone.ID(zoneName: name, ownerName: owner) }
  }

  struct RecordChange: Codable {
    var name: String
    var zone: Zone
    var isDeletion: Bool

    init(_ change: EngineState.RecordChange) {
      name = change.recordID.recordName
      zone = Zone(change.recordID.zoneID)
      if case .deleteRecord = change { isDeletion = true } else { isDeletion = false }
    }

    var change: EngineState.RecordChange {
      let id = CKRecord.ID(recordName: name, zoneID: zone.id)
      return isDeletion ? .deleteRecord(id) : .saveRecord(id)
    }
  }

  struct ZoneChange: Codable {
    var zone: Zone
    var isDeletion: Bool

    init(_ change: EngineState.DatabaseChange) {
      zone = Zone(change.zoneID)
      if case .deleteZone = change { isDeletion = true } else { isDeletion = false }
    }

    var change: EngineState.DatabaseChange {
      isDeletion ? .deleteZone(zone.id) : .saveZone(CKRecordZone(zoneID: zone.id))
    }
  }

  var version = currentVersion
  var user: String?
  var databaseToken: String?
  var zones: [Zone]
  var unfetchedZones: [Zone]
  var recordChanges: [RecordChange]
  var zoneChanges: [ZoneChange]
  var hasUntrackedChanges: Bool
  var subscriptionID: String?
  /// Missing in states of the first versions of this module.
  var own: OwnChanges.Archive?

  init(_ state: EngineState) {
    user = state.user
    databaseToken = state.databaseToken?.token.rawValue
    zones = state.zoneTokens.map { Zone($0.key, token: $0.value) }
      .sorted { ($0.name, $0.owner) < ($1.name, $1.owner) }
    unfetchedZones = state.unfetchedZoneIDs.map { Zone($0) }
    recordChanges = state.recordChanges.changes.map(RecordChange.init)
    zoneChanges = state.databaseChanges.changes.map(ZoneChange.init)
    hasUntrackedChanges = state.hasUntrackedChanges
    subscriptionID = state.subscriptionID
    own = OwnChanges.Archive(state.own)
  }

  var state: EngineState {
    var state = EngineState()
    state.user = user
    state.databaseToken = databaseToken.map(Self.token)
    for zone in zones { state.zoneTokens[zone.id] = zone.token.map(Self.token) }
    state.restore(unfetchedZoneIDs: unfetchedZones.map(\.id))
    state.recordChanges.add(recordChanges.map(\.change))
    state.databaseChanges.add(zoneChanges.map(\.change))
    state.hasUntrackedChanges = hasUntrackedChanges
    state.subscriptionID = subscriptionID
    state.own = own?.own ?? OwnChanges()
    return state
  }

  private static func token(_ text: String) -> CKServerChangeToken {
    CKServerChangeToken(ServerChangeToken(rawValue: text))
  }
}
