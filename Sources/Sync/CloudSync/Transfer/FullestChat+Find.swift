import CloudModel
import SyncRules

extension FullestChat {
  /// The largest zone of the user's; nil if it is no chat, or if nobody can say it now.
  static func find(
    _ container: any CloudContainer, _ store: any TransferStore
  ) async -> FullestChat? {
    // The words about a full storage do without it.
    guard let zone = try? await container.storage(inZone: nil).zones.first,
      let title = try? await store.title(ofOwnZone: zone.zoneName), !title.isEmpty
    else { return nil }
    return FullestChat(title: title, bytes: zone.bytes)
  }
}
