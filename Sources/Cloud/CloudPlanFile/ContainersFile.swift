package import CloudModel
import Foundation
import TOMLText

/// The file that says what a cloud should have in it: containers with their tokens, keys and schemas, and
/// accounts.
///
/// ```toml
/// [[container]]
/// id = "iCloud.com.example.Lists"
///
/// [container.development]
/// token-rotation = "lenient"       # or "strict"
/// learn-schema = "native"          # or "always", "never"
/// quota = 0                        # bytes for each account; 0 is no limit
/// index-lag-ms = 0
/// schema-file = "lists.ckdb"       # or schema = """DEFINE SCHEMA …"""
///
/// [[container.development.token]]
/// name = "web"
/// token = "…"                      # 64 hexadecimal digits; left out, one is made
/// callback = "https://example.com/signed-in"
/// origins = ["https://example.com"]
///
/// [[container.development.key]]
/// name = "importer"
/// public-key-file = "eckey.pub"    # or public-key = """-----BEGIN PUBLIC KEY-----…"""
///
/// [[container.development.record]]
/// account = "alice"
/// zone = "lists"                   # left out, the default zone; database = "public" is without zones
/// type = "Item"
/// name = "milk"
/// fields = { title = "Milk", amount = 2 }
///
/// [[account]]
/// name = "alice"
/// passphrase = "…"
///
/// [limits]
/// index-lag-ms = 3000              # and the other options of ‘zonechat cloud limits’
/// query-delay-ms = 1000
/// throttle = 10
/// burst = 50
/// token-lifetime = 86400           # in seconds
/// ```
package struct ContainersFile {
  package let plan: CloudPlan

  private let subjects: [PlanSubject]

  /// Reads the text of a file; throws a sentence that names the file, the line, the key and what to do.
  package init(text: String, path: String) throws(PlanFileError) {
    let document: TOMLDocument
    do {
      document = try TOMLDocument(text)
    } catch {
      throw .mistake(
        "\(path), line \(error.place.line), column \(error.place.column): \(error.trouble)")
    }
    let root = try PlanTable(
      document.entries, file: path, keys: ["container", "account", "limits"])
    var plan = CloudPlan()
    var subjects: [PlanSubject] = []
    for entry in try root.tables("container", keys: Self.containerKeys) {
      let container = try Self.container(entry, &subjects)
      guard !plan.containers.contains(where: { $0.identifier == container.identifier }) else {
        throw entry.failure("id", "is there twice: \(container.identifier). Keep one of them")
      }
      plan.containers.append(container)
    }
    let accounts = try root.tables("account", keys: Self.accountKeys)
    try Self.checkTwins(accounts) { table throws(PlanFileError) in
      [try table.required("name").lowercased()]
    }
    for entry in accounts {
      let account = try Self.account(entry)
      plan.accounts.append(account)
      subjects.append(PlanSubject("account ‘\(account.name)’", entry, at: "name", .account))
    }
    if let entry = try root.table("limits", keys: Self.limitKeys) {
      plan.limits = try Self.limits(entry)
      try Self.checkRanges(entry)
      subjects.append(PlanSubject("limits", root, at: "limits", []))
    }
    (self.plan, self.subjects) = (plan, subjects)
  }

  /// The cloud's error about this file's plan, with the place in the file that the error is about.
  ///
  /// Other errors stay as they are.
  package func located(_ error: any Error) -> any Error {
    guard let error = error as? CloudError,
      let place = subjects.filter({ $0.isNamed(in: error.reason) })
        .max(by: { $0.name.count < $1.name.count })?.location(of: error.reason)
    else { return error }
    return PlanFileError.mistake("\(place): \(error.reason)")
  }

  /// Throws where a table says the same as an earlier one in what tells them from each other.
  private static func checkTwins(
    _ tables: [PlanTable], _ identity: (PlanTable) throws(PlanFileError) -> [String]
  ) throws(PlanFileError) {
    var known: Set<[String]> = []
    for table in tables where !known.insert(try identity(table)).inserted {
      throw table.failure(
        "name", "is there twice: \(try table.required("name")). Keep one of them")
    }
  }

  /// Throws with the key whose value no cloud has.
  private static func checkRanges(_ table: PlanTable) throws(PlanFileError) {
    for key in table.names {
      let part = table.keeping(key == "burst" ? [key, "throttle"] : [key])
      let settings = CloudLimitSettings().changed(by: try limits(part), user: nil)
      do throws(CloudError) {
        try settings.check()
      } catch {
        throw .mistake("\(table.location(of: key)): In the limits: \(error.reason)")
      }
    }
  }

  private static let containerKeys: Set<String> = ["id", "development", "production"]
  private static let tokenKeys: Set<String> = ["name", "token", "callback", "origins"]
  private static let accountKeys: Set<String> = [
    "name", "passphrase", "email", "first-name", "last-name", "discoverable",
  ]
  private static let recordKeys: Set<String> = [
    "account", "database", "zone", "type", "name", "parent", "fields",
  ]
  private static let environmentKeys: Set<String> = [
    "token", "key", "record", "schema", "schema-file", "token-rotation", "learn-schema", "quota",
    "index-lag-ms",
  ]

  private static func container(
    _ table: PlanTable, _ subjects: inout [PlanSubject]
  ) throws(PlanFileError) -> ContainerPlan {
    var plan = ContainerPlan(identifier: try table.required("id"))
    let name = "container ‘\(plan.identifier)’"
    subjects.append(PlanSubject(name, table, at: "id", []))
    for environment in CloudEnvironment.allCases {
      let inner = try table.table(environment.rawValue, keys: environmentKeys)
      guard let inner else { continue }
      subjects.append(
        PlanSubject(
          "\(name): \(environment.rawValue)", inner, otherwise: table.location(of: "id"),
          .environment))
      plan.environments.append(
        try Self.environment(environment, inner, "\(name): \(environment.rawValue)", &subjects))
    }
    return plan
  }

  /// `name` is what the cloud calls the environment.
  private static func environment(
    _ environment: CloudEnvironment, _ table: PlanTable, _ name: String,
    _ subjects: inout [PlanSubject]
  ) throws(PlanFileError) -> ContainerPlan.Environment {
    var plan = ContainerPlan.Environment(environment: environment)
    let tokens = try table.tables("token", keys: Self.tokenKeys)
    let keys = try table.tables("key", keys: ["name", "public-key", "public-key-file"])
    for tables in [tokens, keys] {
      try checkTwins(tables) { table throws(PlanFileError) in [try table.required("name")] }
    }
    for (index, token) in tokens.enumerated() {
      let made = ContainerPlan.APIToken(
        name: try token.required("name"), token: try token.string("token"),
        callbackURL: try token.string("callback"), allowedOrigins: try token.strings("origins"))
      plan.tokens.append(made)
      subjects.append(
        PlanSubject("\(name) token \(index + 1) ‘\(made.name)’", token, at: "name", .token))
    }
    for (index, key) in keys.enumerated() {
      guard let publicKey = try key.text("public-key") else {
        throw key.failure("public-key", "is missing. Give it or ‘public-key-file’")
      }
      let made = ContainerPlan.ServerKey(name: try key.required("name"), publicKey: publicKey)
      plan.keys.append(made)
      subjects.append(
        PlanSubject("\(name) key \(index + 1) ‘\(made.name)’", key, at: "name", .key))
    }
    try records(table, name, &plan, &subjects)
    plan.schema = try table.text("schema")
    let settings = EnvironmentSettings(
      tokenRotation: try table.choice("token-rotation"),
      schemaLearning: try table.choice("learn-schema"),
      defaultQuotaBytes: try table.integer("quota"),
      indexLagMilliseconds: try table.integer("index-lag-ms"))
    if settings != EnvironmentSettings() { plan.settings = settings }
    return plan
  }

  private static func records(
    _ table: PlanTable, _ name: String, _ plan: inout ContainerPlan.Environment,
    _ subjects: inout [PlanSubject]
  ) throws(PlanFileError) {
    let records = try table.tables("record", keys: Self.recordKeys)
    for (index, entry) in records.enumerated() {
      let record = try Self.record(entry)
      plan.records = (plan.records ?? []) + [record]
      subjects.append(
        PlanSubject(
          "\(name) record \(index + 1) ‘\(record.recordName)’", entry, at: "name", .record))
    }
    try checkTwins(records) { table throws(PlanFileError) in
      let record = try Self.record(table)
      let isPublic = record.database == .public
      return [
        isPublic ? "" : record.account.lowercased(), isPublic ? "public" : "private",
        record.zone ?? RecordZoneID.defaultZoneName, record.recordName,
      ]
    }
  }

  private static let limitKeys: Set<String> = [
    "quota", "public-quota", "throttle", "burst", "zone-writers", "zones-per-user",
    "sign-up", "sign-ups-per-hour", "lookups-per-hour", "index-lag-ms", "query-delay-ms",
    "token-lifetime",
  ]

  /// The limits of the whole cloud, under the names of the command's options.
  private static func limits(_ table: PlanTable) throws(PlanFileError) -> CloudLimitChanges {
    let rate = try table.integer("throttle")
    guard try table.integer("burst") == nil || rate != nil else {
      throw table.failure("burst", "needs ‘throttle’, the requests a second. Give both")
    }
    func count(_ key: String) throws(PlanFileError) -> Int? {
      try table.integer(key).map { Int($0) }
    }
    var limits = CloudLimitChanges(
      quotaBytes: try table.integer("quota"),
      zoneWriters: try count("zone-writers"),
      zonesPerUser: try count("zones-per-user"), signUpsPerHour: try count("sign-ups-per-hour"),
      lookupsPerHour: try count("lookups-per-hour"),
      publicQuotaBytes: try table.integer("public-quota"),
      indexLagMilliseconds: try table.integer("index-lag-ms"),
      queryDelayMilliseconds: try table.integer("query-delay-ms"),
      tokenLifetimeSeconds: try table.integer("token-lifetime"),
      signUp: try table.choice("sign-up"))
    if let rate { limits.setThrottle(perSecond: Double(rate), burst: try count("burst")) }
    return limits
  }

  private static func record(_ table: PlanTable) throws(PlanFileError)
    -> ContainerPlan.Record
  {
    ContainerPlan.Record(
      account: try table.required("account"), database: try table.choice("database"),
      zone: try table.string("zone"), recordType: try table.required("type"),
      recordName: try table.required("name"), fields: try table.fields("fields"),
      parent: try table.string("parent"))
  }

  private static func account(_ table: PlanTable) throws(PlanFileError) -> CloudPlan.Account {
    CloudPlan.Account(
      name: try table.required("name"), passphrase: try table.string("passphrase"),
      emailAddress: try table.string("email"), firstName: try table.string("first-name"),
      lastName: try table.string("last-name"), isDiscoverable: try table.flag("discoverable"))
  }
}
