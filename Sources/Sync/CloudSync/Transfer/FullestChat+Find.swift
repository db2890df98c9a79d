import CloudModel
import SyncRules

extension FullestChat {
  /// Our choice: below a fifth of the quota, making room in this chat helps little.
  private static let leastShare: Int64 = 5

  /// The largest zone of the user's; nil if it is no chat, or takes too little of the quota to be the reason, or if
  /// nobody can say it now.
  static func find(
    _ container: any CloudContainer, _ store: any TransferStore
  ) async -> FullestChat? {
    // The words about a full storage do without it.
    guard let usage = try? await container.storage(inZone: nil), let quota = usage.quotaBytes,
      let zone = usage.zones.first, zone.bytes >= quota / leastShare,
      let title = try? await store.title(ofOwnZone: zone.zoneName), !title.isEmpty
    else { return nil }
    return FullestChat(title: title, bytes: zone.bytes)
  }
}
