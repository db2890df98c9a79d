package import CloudModel
package import SyncRules

/// The store of the engine's work: the replica, as the engine sees it.
///
/// Every method is one transaction. It writes data together with the token up to which they reach,
/// and an answer together with the outbox rows that it finishes.
package protocol SyncStore: TransferStore {
  /// Called when an engine begins: entries in flight have an unknown outcome and are sent again.
  func recover() async throws

  /// Zones with something to send, preview or fetch, each list with the most urgent first.
  func pendingWork() async throws -> SyncMachine.PendingWork

  /// The position at which the next fetch of the database's changes begins.
  func position(in scope: DatabaseScope) async throws -> DatabasePosition

  /// Marks changed zones for fetching, seals deleted ones, and keeps the token of the page that was
  /// fetched from `position`.
  ///
  /// Two other kinds of zone are marked too: known zones that a listing without token has not named
  /// by its end, and deleted zones that were found, made or shared again since `position`. Fetching
  /// them shows whether they are gone.
  ///
  /// Returns false, and changes nothing, if a zone was forgotten since `position`: the page may name it as if it were
  /// there. The engine asks again.
  func apply(
    _ changes: DatabaseChanges, in scope: DatabaseScope, from position: DatabasePosition
  ) async throws -> Bool

  /// Forgets the token: the next fetch lists every zone.
  func forgetChangeToken(for scope: DatabaseScope) async throws

  /// The position at which the next fetch of the zone begins; nil if the zone is sealed, or not in the replica.
  func position(in zoneID: RecordZoneID) async throws -> ZonePosition?

  /// Applies the page that was fetched from `position`, keeps its token, and clears the zone's mark
  /// when nothing more is coming and nobody has marked it since.
  ///
  /// Returns false, and changes nothing, if the zone is no longer at `position`: it has begun
  /// another epoch, or was sealed.
  func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool

  /// The query for a zone's newest records; nil if no preview is needed.
  func preview(in zoneID: RecordZoneID) async throws -> ZonePreview?

  /// Applies the records of a preview, without moving the position in the feed.
  ///
  /// `isComplete` says whether the preview brought everything that there was.
  func apply(
    _ records: [Record], isComplete: Bool, in zoneID: RecordZoneID, for preview: ZonePreview
  ) async throws

  /// Begins the zone again without a token; when the new feed ends, everything that it did not bring
  /// is swept, except unsent records.
  func beginResync(of zoneID: RecordZoneID) async throws

  /// Seals a zone that is gone or no longer shown, and fails the entries of its outbox with a reason.
  ///
  /// An owner's zone that was never confirmed to exist is made first instead. `reason` is the
  /// cloud's own reason, if it gives one. Returns false, and changes nothing, if the zone has begun
  /// another epoch since `epoch`.
  func seal(
    _ zoneID: RecordZoneID, in epoch: Int64, reason: DatabaseChanges.Deletion.Reason
  ) async throws -> Bool

  /// The zone's oldest sendable entries, at most `limit`, marked as being in flight; nil where
  /// there are none.
  func nextBatch(
    in zoneID: RecordZoneID, limit: Int, selecting selection: OutboxSelection
  ) async throws -> OutboxBatch?

  /// Applies what the cloud said of the entries of `batch`.
  func apply(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) async throws -> OutboxRemainder

  /// Replaces what is known of invitations that wait for this account.
  func apply(invitations: [ShareMetadata]) async throws

  /// Those of the invitations that the account accepts without being asked.
  func welcome(among invitations: [ShareMetadata]) async throws -> [ShareMetadata]

  /// Takes in that the account has accepted an invitation.
  func apply(accepted invitation: ShareMetadata) async throws

  /// Makes the engine's state visible to every process with this replica; `now` is the engine's
  /// time.
  ///
  /// That entries are in flight need not be visible before `isSendingLong` is reported.
  func publish(_ report: SyncReport, now: Duration) async throws
}
