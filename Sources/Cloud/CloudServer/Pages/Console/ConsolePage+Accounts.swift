import CloudModel

/// An account, and where it has data.
struct AccountDetails: Sendable {
  /// Nil for the account that is signed in.
  var selected: String?
  var name: String
  var userRecordName: String
  var emailAddress: String?
  var environments: [Environment]

  struct Environment: Sendable {
    var container: String
    var environment: CloudEnvironment
    /// In the private database.
    var zones: Int
    var bytes: Int64
  }
}

extension ConsolePage {
  /// All accounts, as the rows of an inspection.
  static func accounts(_ accounts: InspectionPage) -> ConsolePage {
    ConsolePage("Accounts", at: .accounts) { _ in
      Table(
        caption: "Accounts by name",
        columns: ["Name", "User record name", .number("Zones"), .number("Size")],
        rows: accounts.rows.map { row in
          let name = row.text("name")
          return [
            Link(name, to: ConsoleAddress(.account, [("account", name)])).html,
            "<code>\(row.text("userRecordName"))</code>",
            "\(Words.count(row.integer("zones")))", "\(ByteWords.text(row.integer("bytes")))",
          ]
        }, empty: "There are no accounts.",
        next: accounts.next.map {
          Link("More accounts", to: ConsoleAddress(.accounts, [("after", $0)]))
        }
      ).html
    }
  }

  /// One account; also the overview of the one that is signed in.
  static func account(_ account: AccountDetails) -> ConsolePage {
    let isOwn = account.selected == nil
    let requests = ConsoleAddress(.requests, [("account", account.selected)])
    let shares = ConsoleAddress(.shares, [("account", account.selected)])
    return ConsolePage(
      account.name, at: isOwn ? .overview : nil,
      trail: isOwn ? [] : [Link("Accounts", to: ConsoleAddress(.accounts))]
    ) { _ in
      let email = account.emailAddress.map { address -> HTML in "<dt>E-mail</dt><dd>\(address)</dd>"
      }
      return """
        <dl><dt>User record name</dt><dd><code>\(account.userRecordName)</code></dd>\(email)</dl>
        <p>\(Link("Shares", to: shares).html) · \(Link("Requests", to: requests).html)</p>
        \(databases(of: account))
        """
    }
  }

  private static func databases(of account: AccountDetails) -> HTML {
    Table(
      caption: "Where the account has databases",
      columns: [
        "Container", "Environment", .number("Own zones"), .number("Size"), "Databases",
        "Subscriptions",
      ],
      rows: account.environments.map { item in
        let place = AccountPlace(
          account: account.selected, container: item.container, environment: item.environment)
        let databases = [DatabaseScope.private, .shared, .public].map { scope in
          Link(scope.pathComponent, to: place.zones(in: scope)).html
        }
        return [
          "\(item.container)", "\(item.environment.rawValue)",
          "\(Words.count(Int64(item.zones)))", "\(ByteWords.text(item.bytes))",
          databases.joined(separator: " · "),
          Link("Subscriptions", to: place.subscriptions).html,
        ]
      }, empty: "The account has not used a container yet."
    ).html
  }
}
