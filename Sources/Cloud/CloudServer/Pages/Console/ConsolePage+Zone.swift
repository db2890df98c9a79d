import CloudModel
import Foundation

/// One page of what is in a zone.
struct ZoneContents: Sendable {
  /// A record, or what is left of one.
  enum Row: Sendable {
    case record(Record)
    case deletion(RecordZoneChanges.Deletion)
  }

  var place: AccountPlace
  var scope: DatabaseScope
  var zoneID: RecordZoneID
  /// The share of the whole zone.
  var share: Record?
  var rows: [Row]
  /// The order of the rows, for the caption.
  var order: String
  /// The start of the following page; nil on the last one.
  var next: String?
  /// The names of accounts by user record name, as far as the viewer may know them.
  var accounts: [String: String]
  /// Where the texts are shown, if they are hidden here.
  var revealAddress: ConsoleAddress?

  mutating func hideTexts(revealedAt address: ConsoleAddress) {
    share = share?.hidingTexts
    rows = rows.map { row in
      switch row {
      case .record(let record): .record(record.hidingTexts)
      case .deletion: row
      }
    }
    revealAddress = address
  }
}

extension ConsolePage {
  /// Our choices: as much of a record as fits a row.
  private static let shownFields = 6
  private static let valueLength = 60

  static func zone(_ zone: ZoneContents) -> ConsolePage {
    let database = Link(
      "\(zone.scope.pathComponent) database", to: zone.place.zones(in: zone.scope))
    return ConsolePage(zone.zoneID.zoneName, trail: [zone.place.owner, database]) { _ in
      """
      <p class="quiet">\(zone.place.container), \(zone.place.environment.rawValue), owned by \
      \(zone.accounts[zone.zoneID.ownerName] ?? zone.zoneID.ownerName)</p>
      \(hiddenTexts(zone.revealAddress))
      \(zone.share.flatMap { shareSection($0, accounts: zone.accounts) })
      \(Table(
        caption: "Records, \(zone.order)",
        columns: ["Type", "Name", "Fields", "Change tag", "Modified", "By"],
        rows: zone.rows.map { row($0, in: zone) }, empty: "There are no records here.",
        next: zone.next.map {
          Link(
            "More records", to: zone.place.zone(zone.zoneID, in: zone.scope, after: $0))
        }
      ).html)
      """
    }
  }

  private static func row(_ row: ZoneContents.Row, in zone: ZoneContents) -> [HTML] {
    switch row {
    case .record(let record):
      return [
        "\(record.recordType)",
        Link(
          Words.cut(record.recordID.recordName, to: valueLength),
          to: zone.place.record(record.recordID, in: zone.scope)
        ).html,
        fields(of: record), "\(record.recordChangeTag ?? "")",
        Words.time(record.modificationDate),
        "\(account(record.lastModifiedUserRecordName, zone.accounts))",
      ]
    case .deletion(let deletion):
      return [
        "\(deletion.recordType ?? "")",
        "<del>\(Words.cut(deletion.recordID.recordName, to: valueLength))</del>",
        "<span class=\"quiet\">deleted, or no longer seen</span>",
        "\(deletion.recordChangeTag ?? "")", "", "",
      ]
    }
  }

  private static func fields(of record: Record) -> HTML {
    let all = record.fields.sorted { $0.key < $1.key }
    let shown = all.prefix(shownFields).map { key, value -> HTML in
      let words = Words.cut(FieldWords(key, value, of: record).text, to: valueLength)
      return "<span class=\"quiet\">\(key)</span> \(words)"
    }
    let rest = all.count - shown.count
    return """
      \(shown.joined(separator: "<br>"))\
      \("<br><span class=\"quiet\">and \(rest) more</span>", if: rest > 0)
      """
  }

  static func account(_ user: String?, _ accounts: [String: String]) -> String {
    user.map { accounts[$0] ?? $0 } ?? ""
  }
}

/// The value of a field in words; an encrypted one is not shown.
struct FieldWords {
  var text: String

  init(_ key: String, _ value: FieldValue, of record: Record) {
    if record.encryptedKeys.contains(key) {
      text = "encrypted"
    } else if case .asset(let asset) = value {
      text = "asset, " + ByteWords.text(asset.size)
    } else {
      text = value.summary
    }
  }
}
