import CloudModel
import Foundation

/// CloudKit's record; the database library has a type of that name too.
typealias CloudRecord = CloudModel.Record

extension CloudRecord {
  /// How far ahead of the cloud's clock a device's clock is believed.
  ///
  /// Beyond it something stands where it arrived, so that one wrong clock cannot hold the end of a chat
  /// or win for ever.
  static let clockTolerance: TimeInterval = 60

  /// Who has changed the record last, where that was not `user`; nil where the cloud does not say.
  func changer(otherThan user: String) -> String? {
    lastModifiedUserRecordName.flatMap { $0 == user ? nil : $0 }
  }

  /// A time that somebody's device has claimed for the record's last change, as far as it is believed.
  ///
  /// Every device believes alike, because only the record and the cloud's time count.
  func believed(_ claimed: Date?) -> Date? {
    guard let claimed, let stored = modificationDate ?? creationDate else { return claimed }
    return min(claimed, stored.addingTimeInterval(Self.clockTolerance))
  }
}
