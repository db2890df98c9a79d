import CloudModel
import Foundation

/// A record in full.
struct RecordContents: Sendable {
  var place: AccountPlace
  var scope: DatabaseScope
  var record: Record
  /// The names of accounts by user record name, as far as the viewer may know them.
  var accounts: [String: String]
  /// Where the texts are shown, if they are hidden here.
  var revealAddress: ConsoleAddress?

  mutating func hideTexts(revealedAt address: ConsoleAddress) {
    record = record.hidingTexts
    revealAddress = address
  }

  /// A record of the same zone.
  fileprivate func link(_ name: String) -> HTML {
    let id = RecordID(recordName: name, zoneID: record.recordID.zoneID)
    return Link(name, to: place.record(id, in: scope)).html
  }
}

extension ConsolePage {
  /// Our choice: a page stays readable, and a field may have a megabyte.
  private static let fullLength = 4000

  static func record(_ contents: RecordContents) -> ConsolePage {
    let record = contents.record
    let zoneID = record.recordID.zoneID
    let trail = [
      contents.place.owner,
      Link(
        "\(contents.scope.pathComponent) database", to: contents.place.zones(in: contents.scope)),
      Link(zoneID.zoneName, to: contents.place.zone(zoneID, in: contents.scope)),
    ]
    return ConsolePage(record.recordID.recordName, trail: trail) { _ in
      """
      \(FactList(rows: facts(contents)).html)
      \(hiddenTexts(contents.revealAddress))
      \(Table(
        caption: "Fields by name", columns: ["Field", "Type", "Value"],
        rows: record.fields.sorted { $0.key < $1.key }.map { row($0.key, $0.value, contents) },
        empty: "The record has no fields."
      ).html)
      \(shareSection(record, accounts: contents.accounts))
      """
    }
  }

  /// Says that texts are hidden and how they are shown; nothing where they are not.
  static func hiddenTexts(_ address: ConsoleAddress?) -> HTML? {
    address.map { address -> HTML in
      """
      <p>This cloud hides texts from its administrators. \(Link("Show the texts", to: address).html) \
      <span class="quiet">The administrators’ log notes it.</span></p>
      """
    }
  }

  private static func facts(_ contents: RecordContents) -> [(name: String, value: HTML)] {
    let record = contents.record
    let stamps = [
      ("Created", record.creationDate, record.creatorUserRecordName),
      ("Modified", record.modificationDate, record.lastModifiedUserRecordName),
    ]
    var facts: [(name: String, value: HTML)] = [
      ("Type", "\(record.recordType)"), ("Change tag", "\(record.recordChangeTag ?? "")"),
    ]
    for (name, date, user) in stamps {
      let by = user.map { user -> HTML in " by \(account(user, contents.accounts))" }
      facts.append((name, "\(Words.time(date))\(by)"))
    }
    if let parent = record.parent { facts.append(("Parent", contents.link(parent))) }
    if let share = record.shareReference { facts.append(("Share", contents.link(share))) }
    return facts
  }

  private static func row(
    _ key: String, _ value: FieldValue, _ contents: RecordContents
  ) -> [HTML] {
    let isEncrypted = contents.record.encryptedKeys.contains(key)
    let type = FieldType(of: value, isEncrypted: isEncrypted)
    var words: HTML =
      "<span class=\"value\">\(Words.cut(FieldWords(key, value, of: contents.record).text, to: fullLength))</span>"
    if case .reference(let reference) = value, reference.zoneID == nil, !isEncrypted {
      words = contents.link(reference.recordName)
    }
    return ["\(key)", "\(type?.description ?? "empty list")", words]
  }

  /// The section with the participants of a share; nil for any other record.
  static func shareSection(_ record: Record, accounts: [String: String]) -> HTML? {
    guard let share = record.share else { return nil }
    let rows = share.participants.map { participant -> [HTML] in
      let identity = participant.identity
      let user = identity.userRecordName
      return [
        "\(identity.accountName ?? user.flatMap { accounts[$0] } ?? identity.lookupName ?? user ?? "")",
        "\(participant.role.word)", "\(participant.permission.word)",
        "\(participant.acceptanceStatus.word)",
      ]
    }
    let title = record.fields[Share.titleKey]?.stringValue
    return """
      <h2>\(title.map { "Share ‘\($0)’" } ?? "Share")</h2>
      <p>Everybody who has the link: \(share.publicPermission.word).</p>
      \(Table(
        caption: "Participants", columns: participantColumns, rows: rows,
        empty: "Nobody takes part."
      ).html)
      """
  }

  static let participantColumns: [Table.Column] = ["Account", "Role", "May", "State"]
}

extension Participant.Role {
  var word: String {
    switch self {
    case .owner: "owner"
    case .privateUser: "participant"
    case .publicUser: "joined by the link"
    }
  }
}

extension Participant.Permission {
  var word: String {
    switch self {
    case .none: "nothing"
    case .readOnly: "read"
    case .readWrite: "read and write"
    }
  }
}

extension Participant.AcceptanceStatus {
  var word: String {
    switch self {
    case .pending: "invited"
    case .accepted: "accepted"
    case .removed: "removed"
    }
  }
}
