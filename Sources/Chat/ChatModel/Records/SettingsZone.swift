package import CloudModel

/// The zone in which an account keeps its own settings for chats, in its private database.
///
/// It is never a chat, whatever is in it. Nobody shares it.
package enum SettingsZone {
  package static let name = "zonechat-settings"

  /// The zone of an account.
  package static func id(of user: String) -> RecordZoneID {
    RecordZoneID(zoneName: name, ownerName: user)
  }
}
