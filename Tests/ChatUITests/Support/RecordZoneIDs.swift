import ChatModel
import CloudModel

enum RecordZoneIDs {
  static func of(_ chat: ChatSummary, owner: String) -> RecordZoneID {
    RecordZoneID(zoneName: chat.zoneName, ownerName: "_" + owner)
  }
}
