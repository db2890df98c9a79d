import CloudModel

/// How a chat's zone is named.
///
/// Zones of other applications in the same databases are not chats.
enum ChatZone {
  static let prefix = "chat-"

  static func isChat(_ zoneID: RecordZoneID) -> Bool { zoneID.zoneName.hasPrefix(prefix) }

  /// The zone name of a new chat; `unique` is made up for it, ASCII.
  static func name(unique: String) -> String { prefix + unique.lowercased() }
}
