import ArgumentParser
import CloudClient
import CloudModel
import CloudServer
import CommandSupport

/// Whose database a command is about, and which zone of it.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The container; the default is the cloud's own.", valueName: "identifier"))
  var container: String?

  @Option(
    help: "The environment: development or production.",
    completion: .environments, transform: schemaEnvironment)
  var environment: CloudEnvironment = .development

  @Option(
    help: ArgumentHelp(
      """
      The database: public, private or shared; the default is private with --account, and public \
      without.
      """),
    completion: .databases, transform: databaseScope)
  var database: DatabaseScope?

  @Option(
    help: ArgumentHelp(
      "Act in the name of this account, with its rights; a name or a user record name.",
      valueName: "name"))
  var account: String?

  @Option(help: ArgumentHelp("The zone.", valueName: "name"))
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "The account that owns the zone; only where several zones of the shared database have its name.",
      valueName: "name"))
  var owner: String?

  private var scope: DatabaseScope { database ?? (account == nil ? .public : .private) }

  func validate() throws {
    guard scope == .public || account != nil else {
      throw ValidationError(
        "The \(scope.pathComponent) database is an account's. Name the account with --account.")
    }
    guard owner == nil || (scope == .shared && zone != nil) else {
      throw ValidationError("--owner is for a --zone of the shared database.")
    }
  }

  /// For commands that write.
  func requireAccount() throws {
    guard account != nil else {
      throw ValidationError(
        "Records are written in the name of an account. Name the account with --account.")
    }
  }

  /// Refuses a record without a name: the cloud would make one up, and write another record than the one that is meant.
  static func require(recordNames names: [String]) throws {
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("The name of a record cannot be empty.")
    }
  }

  /// Runs `body` with the database, as an administrator; `revealsTexts` asks for texts that the cloud hides.
  func open<R: Sendable>(
    _ administration: AdministrationOptions, revealsTexts: Bool = false,
    _ body: (ConsoleDatabase) async throws -> R
  ) async throws -> R {
    try await administration.askStarted { cloud in
      let user = try await userRecordName(account, cloud, administration)
      let container = HTTPCloudContainer(
        administrator: cloud.connection, actingAs: user,
        container: container ?? CloudHost.Configuration.defaultContainer,
        environment: environment, revealsTexts: revealsTexts)
      let database = container.database(with: scope)
      return try await body(
        ConsoleDatabase(
          cloud: cloud, database: database,
          zoneID: try await zoneID(in: database, user, cloud, administration),
          schema: try await cloud.readSchema(of: self.container, in: environment), user: user))
    }
  }

  /// The zone that was named; nil for all zones of a person's database.
  private func zoneID(
    in database: any CloudDatabase, _ user: String?, _ cloud: CloudAdministration,
    _ administration: AdministrationOptions
  ) async throws -> RecordZoneID? {
    switch (scope, zone) {
    case (.public, _):
      return RecordZoneID(
        zoneName: zone ?? RecordZoneID.defaultZoneName,
        ownerName: RecordZoneID.currentUserDefaultName)
    case (_, nil): return nil
    case (.private, let zone?): return RecordZoneID(zoneName: zone, ownerName: user ?? "")
    case (.shared, let zone?):
      if let owner = try await userRecordName(owner, cloud, administration) {
        return RecordZoneID(zoneName: zone, ownerName: owner)
      }
      let zones = try await database.allRecordZones().map(\.zoneID)
      let found = zones.filter { $0.zoneName == zone }
      guard found.count < 2 else {
        let owners = found.map(\.ownerName).joined(separator: ", ")
        throw Failure(
          "\(account ?? "") takes part in \(found.count) zones ‘\(zone)’. Choose one with --owner: "
            + "\(owners).", code: .usage)
      }
      guard let only = found.first else {
        let names = zones.map(\.zoneName).sorted().joined(separator: ", ")
        throw Failure(
          "\(account ?? "") takes part in no zone ‘\(zone)’. "
            + (names.isEmpty ? "There is none." : "There are \(names)."))
      }
      return only
    }
  }

  private func userRecordName(
    _ account: String?, _ cloud: CloudAdministration, _ administration: AdministrationOptions
  ) async throws -> String? {
    guard let account else { return nil }
    let unknown = Failure(
      "There is no account ‘\(account)’. ‘\(administration.command("inspect"))’ lists them.")
    do {
      let found = try await cloud.inspect(.accounts, options: [("account", account)])
      guard case .text(let name)? = found.rows.first?["userRecordName"] else { throw unknown }
      return name
    } catch let error as CloudError {
      throw error.code == .unknownItem ? unknown : error
    }
  }
}

/// Reads the name of a database.
@Sendable private func databaseScope(_ name: String) throws -> DatabaseScope {
  guard let scope = DatabaseScope(pathComponent: name.lowercased()) else {
    throw ValidationError("‘\(name)’ is not a database. Write public, private or shared.")
  }
  return scope
}

extension CloudAdministration {
  func readSchema(
    of container: String?, in environment: CloudEnvironment
  ) async throws -> Schema {
    let text = try await schema(of: container, in: environment)
    do {
      return try Schema(text: text)
    } catch {
      throw Failure("The cloud's schema cannot be read: \(error)")
    }
  }
}
