import CloudModel

extension ConsolePage {
  /// The shares of one owner, or of all where `account` is nil, as the rows of an inspection.
  ///
  /// `isOwn` says that the owner is the one who is signed in.
  static func shares(
    _ shares: InspectionPage, account: String?, isOwn: Bool
  ) -> ConsolePage {
    let title = account.map { "Shares of \($0)" } ?? "Shares"
    return ConsolePage(title, at: .shares) { _ in
      """
      \("<p>What others share with you is in your shared databases.</p>", if: isOwn)
      \(Table(
        caption: "Shares by owner and zone",
        columns: ["Zone", "Owner", "Root", "With the link", "Participants"],
        rows: shares.rows.map { row($0, account: isOwn ? nil : $0.text("owner")) },
        empty: "There are no shares.",
        next: shares.next.map {
          Link(
            "More shares",
            to: ConsoleAddress(.shares, [("account", isOwn ? nil : account), ("after", $0)]))
        }
      ).html)
      """
    }
  }

  private static func row(_ row: [String: InspectionValue], account: String?) -> [HTML] {
    let place = CloudEnvironment(rawValue: row.text("environment")).map {
      AccountPlace(account: account, container: row.text("container"), environment: $0)
    }
    let zoneID = RecordZoneID(zoneName: row.text("zoneName"), ownerName: "")
    let zone = place.map { Link(zoneID.zoneName, to: $0.zone(zoneID, in: .private)).html }
    let permission = Participant.Permission(rawValue: row.text("publicPermission"))
    return [
      zone ?? "\(zoneID.zoneName)", "\(row.text("owner"))",
      "\(row["root"] == .null ? "the whole zone" : row.text("root"))",
      "\(permission?.word ?? "")", participants(row["participants"]),
    ]
  }

  private static func participants(_ value: InspectionValue?) -> HTML {
    guard case .list(let people) = value else { return "" }
    return people.map { person -> HTML in
      guard case .object(let facts) = person else { return "" }
      let words = [
        Participant.Role(rawValue: facts.text("role"))?.word,
        Participant.Permission(rawValue: facts.text("permission"))?.word,
        Participant.AcceptanceStatus(rawValue: facts.text("status"))?.word,
      ].compactMap(\.self)
      let name = facts.text("name").isEmpty ? facts.text("userRecordName") : facts.text("name")
      return "\(name) <span class=\"quiet\">\(words.joined(separator: ", "))</span>"
    }.joined(separator: "<br>")
  }
}
