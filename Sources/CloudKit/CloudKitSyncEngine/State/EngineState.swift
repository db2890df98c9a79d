import CloudDevices
import CloudKitCore
import Foundation

/// What an engine knows; a value.
struct EngineState: Sendable {
  typealias RecordChange = CKSyncEngine.PendingRecordZoneChange
  typealias DatabaseChange = CKSyncEngine.PendingDatabaseChange

  /// The record name of the user to whom all of this belongs; nil if nobody was signed in.
  var user: String?
  var databaseToken: CKServerChangeToken?
  var zoneTokens: [CKRecordZone.ID: CKServerChangeToken] = [:]
  /// Zones with changes that were not fetched, in the order in which the cloud has told of them.
  private(set) var unfetchedZoneIDs: [CKRecordZone.ID] = []
  var recordChanges = PendingChanges<RecordChange>()
  var databaseChanges = PendingChanges<DatabaseChange>()
  var hasUntrackedChanges = false
  /// The subscription of which the engine knows that the cloud has it.
  var subscriptionID: CKSubscription.ID?
  /// Whether this engine has looked for the subscription since it was started; not archived.
  var hasCheckedSubscription = false
  var own = OwnChanges()

  var hasPendingChanges: Bool {
    !recordChanges.isEmpty || !databaseChanges.isEmpty || hasUntrackedChanges
  }

  /// Begins anew for another user, or for nobody.
  ///
  /// Changes that were added while nobody was signed in are those of the one who signs in, if the choice is that.
  mutating func begin(
    for newUser: String?, keeping choice: CloudKitChoices.ChangesBeforeSignIn = .kept
  ) {
    var new = EngineState()
    new.user = newUser
    if user == nil, choice == .kept {
      new.recordChanges = recordChanges
      new.databaseChanges = databaseChanges
      new.hasUntrackedChanges = hasUntrackedChanges
    }
    self = new
  }

  /// Takes over a page of the list of zones.
  mutating func zonesHaveChanged(
    _ changed: [CKRecordZone.ID], deleted: [CKRecordZone.ID], token: CKServerChangeToken
  ) {
    databaseToken = token
    for zoneID in deleted { forget(zoneID) }
    let known = Set(unfetchedZoneIDs)
    unfetchedZoneIDs += changed.filter { !known.contains($0) }
  }

  /// Takes over a page of a zone.
  mutating func zoneWasFetched(
    _ zoneID: CKRecordZone.ID, token: CKServerChangeToken, moreComing: Bool
  ) {
    zoneTokens[zoneID] = token
    guard !moreComing else { return }
    unfetchedZoneIDs.removeAll { $0 == zoneID }
    own.zoneWasFetched(zoneID)
  }

  /// The zone is gone: one of the same name begins anew.
  mutating func forget(_ zoneID: CKRecordZone.ID) {
    zoneTokens[zoneID] = nil
    unfetchedZoneIDs.removeAll { $0 == zoneID }
  }

  /// Restores what an archive has kept.
  mutating func restore(unfetchedZoneIDs zoneIDs: [CKRecordZone.ID]) { unfetchedZoneIDs = zoneIDs }
}
