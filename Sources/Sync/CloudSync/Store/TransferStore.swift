package import CloudModel
package import SyncRules

/// The store of the engine's asset transfers: the replica, as `AssetCarrier` sees it.
///
/// Every method is one transaction.
package protocol TransferStore: Sendable {
  /// The record, the field and the file of a transfer; nil if the transfer is no longer wanted.
  func transfer(_ id: AssetTransfer.ID) async throws -> AssetTransfer?

  /// Keeps the place of an upload, so that it goes on there after a restart; nil forgets it.
  func keep(_ upload: AssetUpload?, for id: AssetTransfer.ID) async throws

  /// Shows every process how many bytes have been moved.
  func note(transferred bytes: Int64, for id: AssetTransfer.ID) async throws

  /// Shows every process why a transfer waits.
  func note(waiting reason: String, for id: AssetTransfer.ID) async throws

  /// The title of a chat of the user's own, by its zone; nil if the zone is no chat here.
  func title(ofOwnZone zoneName: String) async throws -> String?

  /// Ends a transfer.
  ///
  /// An uploaded asset is queued with its record; a downloaded file is accepted if it is what the
  /// record promises.
  func finishTransfer(_ id: AssetTransfer.ID, _ outcome: AssetTransfer.Outcome) async throws
}
