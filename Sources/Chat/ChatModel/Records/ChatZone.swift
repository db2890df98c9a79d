package import CloudModel

/// The names of the zones that are created here for chats.
///
/// A zone with such a name is taken for a chat until its feed has ended without a session. A zone with
/// another name is a chat as soon as a session is seen in it.
package enum ChatZone {
  package static let prefix = "chat-"
  /// Of a sealed chat, whose records only its members can read; a chat never changes its kind.
  private static let sealedPrefix = "sealed-"

  package static func isNamedAsChat(_ zoneID: RecordZoneID) -> Bool {
    zoneID.zoneName.hasPrefix(prefix) || isSealed(zoneID)
  }

  package static func isSealed(_ zoneID: RecordZoneID) -> Bool { isSealed(zoneID.zoneName) }

  static func isSealed(_ zoneName: String) -> Bool { zoneName.hasPrefix(sealedPrefix) }

  /// The zone name of a new chat; `unique` is made up for it, ASCII.
  package static func name(unique: String, isSealed: Bool = false) -> String {
    (isSealed ? sealedPrefix : prefix) + unique.lowercased()
  }
}

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
