package import CloudModel
package import CommandSupport
import TerminalUI

/// A share with its owner and participants, and the database in which each of them has the zone.
///
/// Source: the owner has a zone in their private database, and a participant who has accepted has it in their shared
/// database; https://developer.apple.com/documentation/cloudkit/shared-records.
package struct ShareSketch: Codable, Sendable, Equatable {
  package struct Person: Codable, Sendable, Equatable {
    package var name: String
    package var role: Participant.Role
    package var status: Participant.AcceptanceStatus
    package var permission: Participant.Permission

    package init(
      _ name: String, _ role: Participant.Role, _ status: Participant.AcceptanceStatus,
      _ permission: Participant.Permission
    ) {
      self.name = name
      self.role = role
      self.status = status
      self.permission = permission
    }
  }

  /// The zone, and the title of its chat.
  package var zone: String
  package var title: String
  /// The number of the zone, which decides its colour.
  package var number: Int
  package var recordName: String
  package var publicPermission: Participant.Permission
  /// The owner first.
  package var people: [Person]

  package init(
    zone: String, title: String, number: Int, recordName: String,
    publicPermission: Participant.Permission, people: [Person]
  ) {
    self.zone = zone
    self.title = title
    self.number = number
    self.recordName = recordName
    self.publicPermission = publicPermission
    self.people = people
  }

  /// The shares of an inspection, as the cloud has them; rows of another form are left out.
  package static func all(_ page: InspectionPage, _ names: inout ZoneNames) -> [ShareSketch] {
    var shares: [ShareSketch] = []
    for row in page.rows {
      guard case .text(let zone)? = row["zoneName"], case .list(let people)? = row["participants"]
      else { continue }
      shares.append(
        ShareSketch(
          zone: zone, title: names.name(of: zone), number: names.number(of: zone),
          recordName: text(row["recordName"]) ?? "",
          publicPermission: text(row["publicPermission"])
            .flatMap { Participant.Permission(anyWord: $0) } ?? Participant.Permission.none,
          people: people.compactMap(person).sorted {
            ($0.role == .owner ? 0 : 1, $0.name) < ($1.role == .owner ? 0 : 1, $1.name)
          }))
    }
    return shares
  }

  private static func person(_ value: InspectionValue) -> Person? {
    guard case .object(let fields) = value, let name = text(fields["name"]),
      let role = text(fields["role"]).flatMap({ Participant.Role(anyWord: $0) }),
      let status = text(fields["status"]).flatMap({ Participant.AcceptanceStatus(anyWord: $0) }),
      let permission = text(fields["permission"])
        .flatMap({ Participant.Permission(anyWord: $0) })
    else { return nil }
    return Person(name, role, status, permission)
  }

  private static func text(_ value: InspectionValue?) -> String? {
    guard case .text(let text)? = value else { return nil }
    return text
  }

  /// The picture: the share, and below it a row for each person.
  ///
  /// A person who is invited has the zone in no database yet.
  func rows() -> [TourRow] {
    let title = DisplayText.singleLine(title).truncated(to: 20)
    var rows: [TourRow] = [
      [
        TourSpan("Share of "), TourSpan("■ " + title, .zone(number)),
        TourSpan("  anyone with the link: \(Self.word(publicPermission))"),
        TourSpan("  record \(DisplayText.singleLine(recordName).truncated(to: 24))", .quiet),
      ]
    ]
    let width = min(12, people.map { TextWidth.of($0.name) }.max() ?? 0)
    for (index, person) in people.enumerated() {
      let branch = index == people.count - 1 ? "└ " : "├ "
      let name = DisplayText.singleLine(person.name).truncated(to: width).padded(to: width)
      var row: TourRow = [
        TourSpan(branch, .quiet), TourSpan(name, .strong),
        TourSpan("  \(Self.state(person).padded(to: 8))"),
      ]
      if let database = Self.database(person) {
        row += [
          TourSpan("  \(database.padded(to: 18))"), TourSpan("■ " + title, .zone(number)),
          TourSpan("  \(Self.word(person.permission))"),
        ]
      } else {
        row.append(TourSpan("  in no database     \(Self.word(person.permission))", .quiet))
      }
      rows.append(row)
    }
    return rows
  }

  private static func database(_ person: Person) -> String? {
    if person.role == .owner { return "private database" }
    return person.status == .accepted ? "shared database" : nil
  }

  private static func state(_ person: Person) -> String {
    if person.role == .owner { return "owner" }
    return switch person.status {
    case .pending: "invited"
    case .accepted: "accepted"
    case .removed: "removed"
    }
  }

  private static func word(_ permission: Participant.Permission) -> String {
    switch permission {
    case .none: "none"
    case .readOnly: "read-only"
    case .readWrite: "read-write"
    }
  }
}
