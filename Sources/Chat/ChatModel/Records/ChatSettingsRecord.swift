package import CloudModel
import Crypto
import Foundation

/// The record `ChatSettings`: an account's own settings for one chat, for all of its devices.
///
/// Its name is made from the chat's zone, so that there is one for each chat, whichever device makes it.
///
/// Source: docs/chat-format.md.
package struct ChatSettingsRecord: ChatRecord {
  package static let recordType = "ChatSettings"

  package enum Key {
    package static let zoneName = "chatZone"
    package static let ownerName = "chatOwner"
    package static let isPinned = "isPinned"
    package static let pinnedAt = "pinnedAt"
    package static let isArchived = "isArchived"
    package static let archivedAt = "archivedAt"
    package static let notifications = "notifications"
    package static let notificationsAt = "notificationsAt"
    package static let mutedUntil = "mutedUntil"
    package static let mutedAt = "mutedAt"
    package static let isLeft = "isLeft"
    package static let leftAt = "leftAt"
    package static let known: Set<String> = [
      zoneName, ownerName, isPinned, pinnedAt, isArchived, archivedAt, notifications,
      notificationsAt, mutedUntil, mutedAt, isLeft, leftAt,
    ]
  }

  /// Bytes; words of later versions may be longer than ours.
  private static let wordLimit = 64

  package var zoneName: String
  package var ownerName: String
  /// 1 or 0; the time is also the chat's place among the pinned ones.
  package var pinned = DatedSetting<Int64>(0)
  /// 1 or 0; a newer message brings an archived chat back.
  package var archived = DatedSetting<Int64>(0)
  /// The raw value of `ChatNotifications`, `unchosen`, or a word of a later version.
  package var notifications = DatedSetting(ChatNotifications.unchosen)
  /// The end of a mute, in milliseconds since 1970; until then nothing is told, whatever `notifications` says.
  ///
  /// 0 if there is none. One that is past ends by itself: nothing is written then.
  package var muted = DatedSetting<Int64>(0)
  /// 1 if the account has left the chat by itself, on any of its devices; else 0.
  package var left = DatedSetting<Int64>(0)
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package init(of chat: RecordZoneID) {
    zoneName = chat.zoneName
    ownerName = chat.ownerName
  }

  /// Reads a record as it came; nil where its name and its fields do not agree.
  package init?(_ record: CloudRecord) {
    guard let zoneName = record[Key.zoneName]?.stringValue,
      let ownerName = record[Key.ownerName]?.stringValue
    else { return nil }
    self.init(of: RecordZoneID(zoneName: zoneName, ownerName: ownerName))
    guard recordName == record.recordID.recordName else { return nil }
    pinned = Self.flag(record, Key.isPinned, Key.pinnedAt)
    archived = Self.flag(record, Key.isArchived, Key.archivedAt)
    left = Self.flag(record, Key.isLeft, Key.leftAt)
    if let word = record[Key.notifications]?.stringValue, word.utf8.count <= Self.wordLimit {
      notifications = DatedSetting(
        word, setAt: record.believed(record[Key.notificationsAt]?.dateValue))
    }
    if let end = record[Key.mutedUntil]?.dateValue {
      let known = min(max(end, Date(timeIntervalSince1970: 0)), .distantFuture)
      muted = DatedSetting(
        known.millisecondsSince1970, setAt: record.believed(record[Key.mutedAt]?.dateValue))
    }
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  private static func flag(
    _ record: CloudRecord, _ key: String, _ time: String
  ) -> DatedSetting<Int64> {
    DatedSetting(
      record[key] == .int64(1) ? 1 : 0, setAt: record.believed(record[time]?.dateValue))
  }

  package var recordName: String {
    Self.recordName(of: RecordZoneID(zoneName: zoneName, ownerName: ownerName))
  }

  /// `chat_` and the SHA-256 of owner, NUL and zone name, since the names together can be too long for a name.
  package static func recordName(of chat: RecordZoneID) -> String {
    let digest = SHA256.hash(data: Data("\(chat.ownerName)\u{0}\(chat.zoneName)".utf8))
    return "chat_" + Array(digest).hexadecimal
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    if let setAt = pinned.setAt {
      record[Key.isPinned] = .int64(pinned.value)
      record[Key.pinnedAt] = .date(setAt)
    }
    if let setAt = archived.setAt {
      record[Key.isArchived] = .int64(archived.value)
      record[Key.archivedAt] = .date(setAt)
    }
    if let setAt = left.setAt {
      record[Key.isLeft] = .int64(left.value)
      record[Key.leftAt] = .date(setAt)
    }
    if let setAt = notifications.setAt {
      record[Key.notifications] = .string(notifications.value)
      record[Key.notificationsAt] = .date(setAt)
    }
    if let setAt = muted.setAt {
      record[Key.mutedUntil] = .date(Date(millisecondsSince1970: muted.value))
      record[Key.mutedAt] = .date(setAt)
    }
    guard changeTag == nil else { return record }
    record[Key.zoneName] = .string(zoneName)
    record[Key.ownerName] = .string(ownerName)
    return record
  }

  package func isVersion(of other: Self) -> Bool { recordName == other.recordName }
}
