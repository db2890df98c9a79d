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
/// ```
package struct ContainersFile {
  package let plan: CloudPlan

  /// A container, an account or the limits, and where it stands.
  private struct Subject {
    /// The words with which the cloud names it.
    var name: String
    var location: String
    /// Where its keys stand, with the words by which the cloud names them.
    var keys: [(words: String, location: String)] = []
  }

  private let subjects: [Subject]

  /// Reads a file; throws a sentence that names the file, the line, the key and what to do.
  package init(path: String) throws(ContainersFileError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .unreadable("\(path) cannot be read. Check the path and the rights of the file.")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw .unreadable("\(path) is not UTF-8 text. Convert it first, for example with iconv.")
    }
    try self.init(text: text, path: path)
  }

  package init(text: String, path: String) throws(ContainersFileError) {
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
    var subjects: [Subject] = []
    for entry in try root.tables("container", keys: Self.containerKeys) {
      let container = try Self.container(entry)
      guard !plan.containers.contains(where: { $0.identifier == container.identifier }) else {
        throw entry.failure("id", "is there twice: \(container.identifier). Keep one of them")
      }
      plan.containers.append(container)
      var subject = Subject(
        name: "container ‘\(container.identifier)’", location: entry.location(of: "id"))
      for environment in CloudEnvironment.allCases {
        let inner = try entry.table(environment.rawValue, keys: Self.environmentKeys)
        subject.keys += inner?.locations(of: Self.judgedKeys) ?? []
      }
      subjects.append(subject)
    }
    for entry in try root.tables("account", keys: Self.accountKeys) {
      let account = try Self.account(entry)
      plan.accounts.append(account)
      subjects.append(
        Subject(
          name: "account ‘\(account.name)’", location: entry.location(of: "name"),
          keys: entry.locations(of: Self.judgedKeys)))
    }
    if let entry = try root.table("limits", keys: Self.limitKeys) {
      plan.limits = try Self.limits(entry)
      subjects.append(Subject(name: "limits", location: root.location(of: "limits")))
    }
    (self.plan, self.subjects) = (plan, subjects)
  }

  /// What the cloud has said of this file's plan, with the place in the file that it is about.
  ///
  /// Other errors stay as they are.
  package func located(_ error: any Error) -> any Error {
    guard let error = error as? CloudError,
      let subject = subjects.first(where: { error.reason.hasPrefix("In the \($0.name): ") })
    else { return error }
    let words = error.reason.dropFirst("In the \(subject.name): ".count)
    let keys = subject.keys.filter { words.contains($0.words) }
    // Both environments may have the key, and the cloud does not say which one it means.
    let place = keys.count == 1 ? keys[0].location : subject.location
    return ContainersFileError.mistake("\(place): \(error.reason)")
  }

  /// Keys whose values only the cloud judges, with the words by which it names them.
  private static let judgedKeys = [
    "passphrase": "passphrase", "email": "address", "quota": "quota", "index-lag-ms": "index lag",
    "schema": "schema", "schema-file": "schema",
  ]

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

  private static func container(_ table: PlanTable) throws(ContainersFileError) -> ContainerPlan {
    var plan = ContainerPlan(identifier: try table.required("id"))
    for environment in CloudEnvironment.allCases {
      let inner = try table.table(environment.rawValue, keys: environmentKeys)
      guard let inner else { continue }
      plan.environments.append(try Self.environment(environment, inner))
    }
    return plan
  }

  private static func environment(
    _ environment: CloudEnvironment, _ table: PlanTable
  ) throws(ContainersFileError) -> ContainerPlan.Environment {
    var plan = ContainerPlan.Environment(environment: environment)
    for token in try table.tables("token", keys: Self.tokenKeys) {
      plan.tokens.append(
        ContainerPlan.APIToken(
          name: try token.required("name"), token: try token.string("token"),
          callbackURL: try token.string("callback"), allowedOrigins: try token.strings("origins")))
    }
    for key in try table.tables("key", keys: ["name", "public-key", "public-key-file"]) {
      guard let publicKey = try key.text("public-key") else {
        throw key.failure("public-key", "is missing. Give it or ‘public-key-file’")
      }
      plan.keys.append(
        ContainerPlan.ServerKey(name: try key.required("name"), publicKey: publicKey))
    }
    for record in try table.tables("record", keys: Self.recordKeys) {
      plan.records = (plan.records ?? []) + [try Self.record(record)]
    }
    plan.schema = try table.text("schema")
    let settings = EnvironmentSettings(
      tokenRotation: try table.choice("token-rotation"),
      schemaLearning: try table.choice("learn-schema"),
      defaultQuotaBytes: try table.integer("quota"),
      indexLagMilliseconds: try table.integer("index-lag-ms"))
    if settings != EnvironmentSettings() { plan.settings = settings }
    return plan
  }

  private static let limitKeys: Set<String> = [
    "quota", "public-quota", "throttle", "burst", "zone-writers", "zones-per-user",
    "sign-ups-per-hour", "lookups-per-hour", "index-lag-ms", "query-delay-ms",
  ]

  /// The limits of the whole cloud, under the names of the command's options.
  private static func limits(_ table: PlanTable) throws(ContainersFileError) -> LimitsChangeRequest
  {
    let rate = try table.integer("throttle")
    guard try table.integer("burst") == nil || rate != nil else {
      throw table.failure("burst", "needs ‘throttle’, the requests a second. Give both")
    }
    func count(_ key: String) throws(ContainersFileError) -> Int? {
      try table.integer(key).map { Int($0) }
    }
    var limits = LimitsChangeRequest(
      quotaBytes: try table.integer("quota"),
      zoneWriters: try count("zone-writers"),
      zonesPerUser: try count("zones-per-user"), signUpsPerHour: try count("sign-ups-per-hour"),
      lookupsPerHour: try count("lookups-per-hour"),
      publicQuotaBytes: try table.integer("public-quota"),
      indexLagMilliseconds: try table.integer("index-lag-ms"),
      queryDelayMilliseconds: try table.integer("query-delay-ms"))
    if let rate { limits.setThrottle(perSecond: Double(rate), burst: try count("burst")) }
    return limits
  }

  private static func record(_ table: PlanTable) throws(ContainersFileError)
    -> ContainerPlan.Record
  {
    ContainerPlan.Record(
      account: try table.required("account"), database: try table.choice("database"),
      zone: try table.string("zone"), recordType: try table.required("type"),
      recordName: try table.required("name"), fields: try table.fields("fields"),
      parent: try table.string("parent"))
  }

  private static func account(_ table: PlanTable) throws(ContainersFileError) -> CloudPlan.Account {
    CloudPlan.Account(
      name: try table.required("name"), passphrase: try table.string("passphrase"),
      emailAddress: try table.string("email"), firstName: try table.string("first-name"),
      lastName: try table.string("last-name"), isDiscoverable: try table.flag("discoverable"))
  }
}
