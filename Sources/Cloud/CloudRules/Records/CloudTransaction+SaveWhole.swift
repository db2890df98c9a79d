import CloudModel
import Foundation

extension CloudTransaction {
  /// Saves a record, and charges its zone for it; if the record is damaged, its unreadable part is
  /// first set aside and then removed from it.
  @discardableResult
  func saveWhole(
    _ record: StoredRecord, in zone: inout LockedZone, at date: Date
  ) throws -> StoredRecord {
    let whole = zone.charged(record)
    guard record.isDamaged else { return try save(whole, in: zone) }
    return try saveDamaged(whole, in: zone, at: date)
  }

  private func saveDamaged(
    _ record: StoredRecord, in zone: LockedZone, at date: Date
  ) throws -> StoredRecord {
    let name = record.record.recordID.recordName
    try setAside(
      .record(zone.zone.zoneID, recordName: name), milliseconds: date.millisecondsSince1970)
    var whole = record
    whole.isDamaged = false
    let saved = try save(whole, in: zone)
    if let id = saved.id { try setAssets(saved.record.assets, ofRecord: id) }
    return saved
  }
}
