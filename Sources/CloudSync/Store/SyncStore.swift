package import CloudModel

/// Where the engine's work lives: the replica, as the engine sees it.
///
/// Every method is one transaction: data and the token that covers it, an answer and the outbox rows
/// it settles, are written together or not at all.
package protocol SyncStore: Sendable {
  /// Zones with something to send, and zones marked as changed; each most urgent first.
  func survey() async throws -> SyncMachine.Survey

  func changeToken(for scope: DatabaseScope) async throws -> ServerChangeToken?

  /// Marks changed zones for fetching, seals deleted ones, and keeps the token.
  ///
  /// Known zones that a listing without token has not named by its end are marked too: fetching them
  /// tells whether they are gone.
  func apply(_ changes: DatabaseChanges, in scope: DatabaseScope) async throws

  /// Forgets the token: the next fetch lists every zone.
  func forgetChangeToken(for scope: DatabaseScope) async throws

  /// Where the next fetch of the zone begins; nil for a zone that is sealed, or none of ours.
  func position(in zoneID: RecordZoneID) async throws -> ZonePosition?

  /// Applies the page that was fetched from `position`, keeps its token, and clears the zone's mark
  /// when nothing more is coming and nobody has marked it since.
  ///
  /// Answers false, and changes nothing, where the zone does not stand at `position` any more: it has
  /// begun another life, or was sealed.
  func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool

  /// Begins the zone anew from no token; what the new feed does not bring is swept when it ends,
  /// except what is unsent.
  func beginResync(of zoneID: RecordZoneID) async throws

  /// The zone is gone or no longer shown: seals it, and fails what waits in its outbox with a reason.
  func seal(_ zoneID: RecordZoneID) async throws

  /// The zone's oldest sendable entries, at most `limit`; nil where there are none.
  func nextBatch(in zoneID: RecordZoneID, limit: Int) async throws -> OutboxBatch?

  /// Settles entries by what the cloud said; answers how many of them need no more sending as they
  /// were, and whether the zone has something left to send.
  func settle(
    _ outcomes: [OutboxOutcome], in zoneID: RecordZoneID
  ) async throws -> (progress: Int, hasMore: Bool)

  /// Replaces what is known of invitations that wait for this account.
  func apply(invitations: [ShareMetadata]) async throws

  /// Makes the engine's state visible to every process with this replica.
  func publish(_ status: SyncStatus) async throws
}
