package import CloudModel
package import Foundation

/// The kinds of marks, as the outbox of a replica calls them.
package enum MarkKind: String, Sendable, CaseIterable {
  case reaction, readMark, pin
}

/// A mark: a record that says one thing of one message, such as a reaction, a read mark or a pin.
///
/// Its name contains what it says, so that the devices of one person make the same record. Everybody who may write can
/// be there first, and put a record of another type under the name. The mark then goes on under the next name.
///
/// A type of mark is a declaration in `Marks.swift`. How it is read, written and merged follows from that.
package protocol MarkRecord: ChatRecord {
  static var kind: MarkKind { get }
  /// The field with the time of the last change.
  static var timeKey: String { get }
  static var knownKeys: Set<String> { get }
  /// Whether people also take the mark back.
  ///
  /// The record then stays, and says that it is removed: if two devices disagree, they need both times to find out
  /// which change was later. Of several records that say the same, the one with the first name counts.
  static var canBeTakenBack: Bool { get }

  var recordName: String { get set }
  /// The name that it has where nobody has taken that.
  var firstName: String { get }
  var messageName: String { get }
  /// The only person who may change the mark, who is also the record's creator; nil if everybody may.
  var owner: String? { get }
  /// The fields that never change, besides the message.
  var fixedFields: [String: FieldValue] { get }
  /// When it was made or taken back last.
  var changedAt: Date { get set }
  /// Whether it was taken back.
  var isRemoved: Bool { get set }
  /// The account that last changed the mark, if it is not its owner; nil if the cloud does not say.
  var changedBy: String? { get set }

  /// The mark of a message with the fixed fields of `record`; nil where these are not valid.
  init?(of messageName: String, fixedFieldsOf record: CloudRecord)
}

/// The fields that types of marks share.
package enum MarkKey {
  package static let message = "messageRef"
  package static let userID = "userID"
  package static let isRemoved = "isRemoved"
}

extension MarkRecord {
  /// Reads a record as it came; nil where its name, its fields and its creator do not agree.
  package init?(_ record: CloudRecord) {
    guard case .reference(let message) = record[MarkKey.message],
      var mark = Self(of: message.recordName, fixedFieldsOf: record)
    else { return nil }
    mark.changedAt = record.believed(record[Self.timeKey]?.dateValue) ?? .distantPast
    mark.isRemoved = Self.canBeTakenBack && record[MarkKey.isRemoved] == .int64(1)
    mark.changedBy =
      if let owner = mark.owner {
        record.changer(otherThan: owner)
      } else {
        record.lastModifiedUserRecordName ?? record.creatorUserRecordName
      }
    mark.changeTag = record.recordChangeTag
    mark.unknownFields = UnknownFields(of: record, except: Self.knownKeys)
    mark.recordName = record.recordID.recordName
    guard mark.recordName == mark.firstName || mark.possibleNames.contains(mark.recordName) else {
      return nil
    }
    self = mark
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    record[Self.timeKey] = .date(changedAt)
    if Self.canBeTakenBack {
      record[MarkKey.isRemoved] = .int64(isRemoved ? 1 : 0)
      record.lastModifiedUserRecordName = changedBy
      // The stored form keeps who has changed a record only together with the time.
      record.modificationDate = changedBy == nil ? nil : changedAt
    }
    guard changeTag == nil else { return record }
    record[MarkKey.message] = .reference(Reference(recordName: messageName, action: .none))
    for (key, value) in fixedFields { record[key] = value }
    return record
  }

  package func isVersion(of other: Self) -> Bool { recordName == other.recordName }

  /// Whether somebody else has changed the mark of its owner; it then counts for nobody.
  package var isForeign: Bool { owner != nil && changedBy != nil }

  /// Every name that the record may have: `NAME`, `NAME-2` to `NAME-9`.
  package var possibleNames: [String] {
    let first = firstName
    return [first] + (2...nameLimit).map { "\(first)-\($0)" }
  }

  /// The name after the present one; nil after the last.
  package var nextName: String? {
    let names = possibleNames
    return names.firstIndex(of: recordName).flatMap { place in
      place + 1 < names.count ? names[place + 1] : nil
    }
  }
}

/// The names that a mark may have.
///
/// Our choice: each name that is taken costs one more request, and whoever takes all of them is found out.
private let nameLimit = 9
