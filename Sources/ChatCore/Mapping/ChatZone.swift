import CloudModel

/// How a chat's zone is named that is made here.
///
/// A zone of such a name is believed to be a chat until its feed has ended without a session; a zone of
/// another name is one as soon as a session is seen in it.
enum ChatZone {
  static let prefix = "chat-"

  static func isNamedAsChat(_ zoneID: RecordZoneID) -> Bool { zoneID.zoneName.hasPrefix(prefix) }

  /// The zone name of a new chat; `unique` is made up for it, ASCII.
  static func name(unique: String) -> String { prefix + unique.lowercased() }
}
