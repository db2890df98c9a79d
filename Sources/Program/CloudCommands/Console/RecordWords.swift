import CloudModel
import CommandSupport
import Foundation

/// A record's values as people read them.
struct RecordWords {
  let record: Record
  /// The names of accounts, by user record name.
  let accounts: [String: String]

  /// The value of a field of an app, or of a system field; empty where it has none.
  func value(of field: ConsoleField) -> String {
    switch field.system {
    case nil: record[field.name]?.summary ?? ""
    case .recordID: record.recordID.recordName
    case .etag: record.recordChangeTag ?? ""
    case .createTime: record.creationDate.map(Self.words) ?? ""
    case .createdBy: account(record.creatorUserRecordName)
    case .modTime: record.modificationDate.map(Self.words) ?? ""
    case .modifiedBy: account(record.lastModifiedUserRecordName)
    case .parent: record.parent ?? ""
    case .share: record.shareReference ?? ""
    }
  }

  /// Everything, by name, in the order in which `get` shows it.
  var lines: [(name: String, value: String)] {
    let system: [(name: String, value: String)] = [
      ("recordName", record.recordID.recordName), ("recordType", record.recordType),
      ("zone", record.recordID.zoneID.zoneName),
      ("recordChangeTag", record.recordChangeTag ?? ""),
      ("created", stamp(record.creationDate, record.creatorUserRecordName)),
      ("modified", stamp(record.modificationDate, record.lastModifiedUserRecordName)),
      ("parent", record.parent ?? ""), ("share", record.shareReference ?? ""),
    ]
    let own = record.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.summary) }
    return system.filter { !$0.value.isEmpty } + own
  }

  private func stamp(_ date: Date?, _ user: String?) -> String {
    [date.map(Self.words), user.map { "by \(account($0))" }].compactMap(\.self)
      .joined(separator: " ")
  }

  private func account(_ user: String?) -> String { user.map { accounts[$0] ?? $0 } ?? "" }

  private static func words(_ date: Date) -> String { Output.time(date, to: .seconds) }
}
