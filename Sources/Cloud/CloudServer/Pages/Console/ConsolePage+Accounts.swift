package import CloudModel

/// An account, and where it has data.
package struct AccountDetails: Sendable {
  /// Nil for the account that is signed in.
  package var selected: String?
  package var name: String
  package var userRecordName: String
  package var emailAddress: String?
  package var environments: [Environment]

  package struct Environment: Sendable {
    package var container: String
    package var environment: CloudEnvironment
    /// In the private database.
    package var zones: Int
    package var bytes: Int64

    package init(container: String, environment: CloudEnvironment, zones: Int, bytes: Int64) {
      self.container = container
      self.environment = environment
      self.zones = zones
      self.bytes = bytes
    }
  }

  package init(
    selected: String?, name: String, userRecordName: String, emailAddress: String?,
    environments: [Environment]
  ) {
    self.selected = selected
    self.name = name
    self.userRecordName = userRecordName
    self.emailAddress = emailAddress
    self.environments = environments
  }
}

extension ConsolePage {
  /// All accounts, as the rows of an inspection.
  package static func accounts(_ accounts: InspectionPage) -> ConsolePage {
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
  package static func account(_ account: AccountDetails) -> ConsolePage {
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
