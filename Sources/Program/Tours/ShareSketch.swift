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

  /// Our choice: more of a title is not shown.
  private static let longestTitle = 20
  /// Our choice: with fewer columns for a title, the facts behind it are left out.
  private static let leastTitle = 8
  /// Our choice: more of a person's name is not shown.
  private static let longestName = 12

  /// The columns of a person's row.
  private struct Columns {
    var name = 0
    /// 0 where there is no room: the database says nearly the same.
    var state: Int
    var database: Int
    /// The zone of a row, which is only a sign in its colour where there is little room.
    var zone: String
    /// The longest word for a right.
    let permission = 10

    static func all(zone: String) -> [Columns] {
      [
        Columns(state: 8, database: 16, zone: zone), Columns(state: 8, database: 7, zone: "■"),
        Columns(state: 0, database: 7, zone: "■"),
      ]
    }

    /// All columns but the name's: the branch, the others, and two blanks before each.
    var beside: Int {
      2 + (state > 0 ? state + 2 : 0) + 2 + database + 2 + TextWidth.of(zone) + 2 + permission
    }
  }

  /// The picture: the share, and below it a row for each person.
  ///
  /// A person who is invited has the zone in no database yet. What a person may do is always there.
  func rows(columns: Int) -> [TourRow] {
    let zone = "■ " + DisplayText.singleLine(title).truncated(to: Self.longestTitle)
    let name = min(Self.longestName, people.map { TextWidth.of($0.name) }.max() ?? 0)
    let all = Columns.all(zone: zone)
    var fitting = all.first { $0.beside + name <= columns } ?? all[all.count - 1]
    fitting.name = max(1, min(name, columns - fitting.beside))
    return [head(zone, columns)] + people.indices.map { row($0, fitting) }
  }

  /// The zone, who has it by the link, and the record, as far as there is room.
  private func head(_ zone: String, _ columns: Int) -> TourRow {
    let start = "Share of "
    let right = Self.word(publicPermission)
    let link = TourSpan("  anyone with the link: \(right)")
    let record = TourSpan(
      "  record \(DisplayText.singleLine(recordName).truncated(to: 24))", .quiet)
    func room(beside facts: TourRow) -> Int {
      columns - TextWidth.of(start) - TextWidth.of(facts.plain)
    }
    let short = TourSpan("  link: \(right)")
    let wholeTitle: [TourRow] = [[link, record], [link], [short]]
    let facts =
      wholeTitle.first { room(beside: $0) >= TextWidth.of(zone) }
      ?? (room(beside: [short]) >= Self.leastTitle ? [short] : [])
    let name = zone.truncated(to: max(1, room(beside: facts)))
    return [TourSpan(start), TourSpan(name, .zone(number))] + facts
  }

  private func row(_ index: Int, _ columns: Columns) -> TourRow {
    let person = people[index]
    let name = DisplayText.singleLine(person.name).truncated(to: columns.name)
    let state = columns.state > 0 ? "  " + Self.state(person).padded(to: columns.state) : ""
    let permission = "  " + Self.word(person.permission)
    let row: TourRow = [
      TourSpan(index == people.count - 1 ? "└ " : "├ ", .quiet),
      TourSpan(name.padded(to: columns.name), .strong), TourSpan(state + "  "),
    ]
    let isLong = columns.database > 7
    guard let database = Self.database(person) else {
      let words = isLong ? "in no database" : columns.state > 0 ? "nowhere" : Self.state(person)
      let width = columns.database + 2 + TextWidth.of(columns.zone)
      return row + [TourSpan(words.padded(to: width) + permission, .quiet)]
    }
    let place = isLong ? database + " database" : database
    return row + [
      TourSpan(place.padded(to: columns.database) + "  "),
      TourSpan(columns.zone, .zone(number)), TourSpan(permission),
    ]
  }

  /// The database in which a person has the zone; nil for none.
  private static func database(_ person: Person) -> String? {
    if person.role == .owner { return "private" }
    return person.status == .accepted ? "shared" : nil
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
