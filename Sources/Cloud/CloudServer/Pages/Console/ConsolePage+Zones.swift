import CloudModel
import Foundation

/// A zone as a row of a list.
struct ZoneRow: Sendable {
  var zoneID: RecordZoneID
  /// The name of its owner, where the viewer may know it.
  var owner: String?
  /// The size of the zone; nil for the zones of others.
  var contents: Contents?

  struct Contents: Sendable {
    var records: Int64
    var deletions: Int64
    var shares: Int64
    var bytes: Int64
  }
}

extension ConsolePage {
  /// One page of the zones of a database; `next` is where the following page begins.
  static func zones(
    _ zones: [ZoneRow], at place: AccountPlace, in scope: DatabaseScope, next: String?
  ) -> ConsolePage {
    let isOwn = scope == .private
    let columns: [Table.Column] =
      isOwn
      ? ["Zone", .number("Records"), .number("Deletions"), .number("Shares"), .number("Size")]
      : ["Zone", "Owner"]
    let title = "\(scope.pathComponent.capitalized) database"
    return ConsolePage(title, trail: [place.owner]) { _ in
      """
      <p class="quiet">\(place.container), \(place.environment.rawValue)</p>
      \(Table(
        caption: "Zones of the \(scope.pathComponent) database", columns: columns,
        rows: zones.map { row($0, at: place, in: scope) },
        empty: "There are no zones.",
        next: next.map { Link("More zones", to: place.zones(in: scope, after: $0)) }
      ).html)
      """
    }
  }

  private static func row(
    _ zone: ZoneRow, at place: AccountPlace, in scope: DatabaseScope
  ) -> [HTML] {
    let link = Link(zone.zoneID.zoneName, to: place.zone(zone.zoneID, in: scope)).html
    guard let contents = zone.contents else {
      return [link, "\(zone.owner ?? zone.zoneID.ownerName)"]
    }
    return [
      link, "\(Words.count(contents.records))", "\(Words.count(contents.deletions))",
      "\(Words.count(contents.shares))", "\(ByteWords.text(contents.bytes))",
    ]
  }
}
