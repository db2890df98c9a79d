package import CloudModel
import Crypto
import Foundation

/// The record `BlockedPerson`: somebody whom an account has blocked, or blocks no more, on all of its devices.
///
/// Its name is made from the user record name, so that there is one for each person, whichever device makes it, and
/// whatever the person is called.
///
/// Source: docs/chat-format.md.
package struct BlockedPersonRecord: ChatRecord {
  package static let recordType = "BlockedPerson"

  package enum Key {
    package static let userID = "user"
    package static let name = "name"
    package static let isBlocked = "isBlocked"
    package static let changedAt = "changedAt"
    package static let known: Set<String> = [userID, name, isBlocked, changedAt]
  }

  /// Bytes; no account of a cloud has a longer name.
  private static let nameLimit = 255

  /// The user record name of the person.
  package var userID: String
  /// The name of the person's account when `blocked` was set, for lists; empty if it was not known.
  package var name: String
  /// 1 if the person is blocked; else 0.
  package var blocked = DatedSetting<Int64>(0)
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package init(of userID: String, name: String = "") {
    self.userID = userID
    self.name = name
  }

  /// Reads a record as it came; nil where its name and its fields do not agree.
  package init?(_ record: CloudRecord) {
    guard let userID = record[Key.userID]?.stringValue, !userID.isEmpty else { return nil }
    self.init(of: userID)
    guard recordName == record.recordID.recordName else { return nil }
    if let name = record[Key.name]?.stringValue, name.utf8.count <= Self.nameLimit {
      self.name = name
    }
    blocked = DatedSetting(
      record[Key.isBlocked] == .int64(1) ? 1 : 0,
      setAt: record.believed(record[Key.changedAt]?.dateValue))
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  package var recordName: String { Self.recordName(of: userID) }

  /// `block_` and the SHA-256 of the user record name, which other clouds may make longer than a name can be.
  package static func recordName(of userID: String) -> String {
    "block_" + Array(SHA256.hash(data: Data(userID.utf8))).hexadecimal
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    record[Key.name] = .string(name)
    if let setAt = blocked.setAt {
      record[Key.isBlocked] = .int64(blocked.value)
      record[Key.changedAt] = .date(setAt)
    }
    if changeTag == nil { record[Key.userID] = .string(userID) }
    return record
  }

  package func isVersion(of other: Self) -> Bool { userID == other.userID }
}
