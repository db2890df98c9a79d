package import CloudModel
package import Foundation

/// CloudKit's record; the database library has a type of that name too.
package typealias CloudRecord = CloudModel.Record

extension CloudRecord {
  /// The time by which a device's time may be ahead of the cloud's time and still be believed.
  ///
  /// A later time is cut to this bound, so that one wrong clock cannot keep a message at the end of a chat or win every
  /// merge for ever.
  static let clockTolerance: TimeInterval = 60

  /// The account that last changed the record, if it is not `user`; nil if the cloud does not say.
  func changer(otherThan user: String) -> String? {
    lastModifiedUserRecordName.flatMap { $0 == user ? nil : $0 }
  }

  /// The user that a field names, if the record was not created by somebody else: nobody makes a mark in another's
  /// name.
  func owner(named key: String) -> String? {
    guard let user = self[key]?.stringValue, creatorUserRecordName.map({ $0 == user }) ?? true
    else { return nil }
    return user
  }

  /// The time that a device claims for the record's last change, cut to what is believed.
  ///
  /// Every device gets the same result, because only the record and the cloud's time count.
  package func believed(_ claimed: Date?) -> Date? {
    guard let claimed, let stored = modificationDate ?? creationDate else { return claimed }
    return min(claimed, stored.addingTimeInterval(Self.clockTolerance))
  }
}
