import CloudClient
import CloudCore
import CloudModel
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import NIOCore
import TestSupport
import Testing

/// A whole cloud that leaves as one file, and comes into another one.
@Suite struct CloudExportTests {
  private static let container = "iCloud.example.lists"

  private static let plan = CloudPlan(
    containers: [container, "iCloud.example.other"].map { identifier in
      ContainerPlan(
        identifier: identifier,
        environments: [
          .init(
            environment: .development,
            tokens: [.init(name: "web", token: String(repeating: "ab", count: 32))],
            settings: EnvironmentSettings(schemaLearning: .always))
        ])
    }.enumerated().map { index, plan in
      var plan = plan
      // A token belongs to one container.
      if index > 0 { plan.environments[0].tokens = [] }
      return plan
    }, accounts: [.init(name: "planned", passphrase: testPassphrase)])

  private func withTestCloud<R: Sendable>(
    _ plan: CloudPlan = plan, in directory: String? = nil,
    _ body: @escaping @Sendable (TestedCloud) async throws -> R
  ) async throws -> R {
    let configuration = CloudHost.Configuration(
      storage: directory.map { .directory($0) } ?? .inMemory,
      tcp: .init(host: "127.0.0.1", port: 0),
      administratorTokenFile: directory.map { $0 + "/admin.token" }, plan: plan)
    return try await withHost(configuration) { _, addresses in
      let address = try CloudAddress(addresses.urls[0])
      let token = try directory.map {
        try String(contentsOfFile: $0 + "/admin.token", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return try await CloudConnection.with(
        address, administratorToken: token ?? addresses.administratorToken
      ) { connection in
        try await CloudConnection.with(address) { stranger in
          try await body(TestedCloud(connection: connection, stranger: stranger))
        }
      }
    }
  }

  /// The export of a cloud in which alice has a record with a file, and one that is encrypted.
  private func exported(container: String? = nil) async throws -> Data {
    try await withTestCloud { cloud in
      try await Self.fill(cloud)
      return try await cloud.exported(container: container)
    }
  }

  private static func fill(_ cloud: TestedCloud) async throws {
    let alice = try await cloud.person("alice")
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("the bytes of the file".utf8).write(to: file)
    try await alice.write("one", in: "Z", file: file)
    try await alice.write("secret", in: "Z", text: "told to nobody", encrypted: true)
    try await cloud.person("bob", in: "iCloud.example.other").write("two", in: "Y")
    _ = try await cloud.administration.makeCode(CodeRequest(kind: .invitation, name: "carol"))
  }

  @Test func `an export holds everything, and another cloud takes it in one call`() async throws {
    let archive = try await exported()
    try await withTestCloud(CloudPlan()) { cloud in
      let before = try await cloud.person("mallory", in: "iCloud.net.zonechat")
      let found = try await cloud.administration.import(
        [archive].async, bytes: Int64(archive.count))
      #expect(found == ImportResponse(accounts: 3, zones: 2, records: 5, assets: 1))
      let accounts = try await cloud.administration.inspect(.accounts, options: [])
      #expect(accounts.rows.map { $0["name"] } == [.text("alice"), .text("bob"), .text("planned")])
      #expect(try await cloud.administration.codes().isEmpty)
      // Who was here before is gone, and who was signed in there is not signed in here.
      await #expect(throws: CloudError.self) { _ = try await before.changes(since: nil) }
      let alice = try await cloud.signIn("alice")
      #expect(try await alice.changes(since: nil) == ["Z"])
      #expect(try await alice.file(of: "one", in: "Z") == "the bytes of the file")
      #expect(try await alice.text(of: "secret", in: "Z") == "told to nobody")
      try await alice.write("three", in: "Z")
      #expect(try await cloud.administration.check().isSound)
      // And out again, from the cloud that took it.
      #expect(try await cloud.exported().count > archive.count / 2)
    }
  }

  @Test func `a cloud on disk is exported while it runs, and takes no import`() async throws {
    let archive = try await withTemporaryDirectory { directory in
      try await withTestCloud(in: directory) { cloud in
        try await Self.fill(cloud)
        let archive = try await cloud.exported()
        let refused = await #expect(throws: CloudError.self) {
          try await cloud.administration.import([archive].async, bytes: Int64(archive.count))
        }
        #expect(refused?.reason.contains("--ephemeral") == true)
        let left = try FileManager.default.contentsOfDirectory(
          atPath: directory + "/assets/incoming")
        #expect(left.isEmpty)
        return archive
      }
    }
    try await withTestCloud { cloud in
      _ = try await cloud.administration.import([archive].async, bytes: nil)
      let alice = try await cloud.signIn("alice")
      #expect(try await alice.file(of: "one", in: "Z") == "the bytes of the file")
      #expect(try await alice.text(of: "secret", in: "Z") == "told to nobody")
    }
  }

  @Test func `a cloud that has taken an import is another one, until it is reset`() async throws {
    try await withTestCloud { cloud in
      let first = try await cloud.administration.server().cloudID
      let archive = try await cloud.exported()
      #expect(archive.range(of: Data(first.utf8)) == nil)
      var known: Set = [first]
      for _ in 0..<2 {
        _ = try await cloud.administration.import([archive].async, bytes: Int64(archive.count))
        known.insert(try await cloud.administration.server().cloudID)
      }
      #expect(known.count == 3)
      try await cloud.administration.reset()
      #expect(try await cloud.administration.server().cloudID == first)
    }
  }

  @Test func `an export of one container has no record of another`() async throws {
    let archive = try await exported(container: "iCloud.example.other")
    #expect(archive.range(of: Data("told to nobody".utf8)) == nil)
    try await withTestCloud { cloud in
      let found = try await cloud.administration.import(
        [archive].async, bytes: Int64(archive.count))
      #expect(found == ImportResponse(accounts: 3, zones: 1, records: 2, assets: 0))
      let names = try await cloud.administration.containers().map(\.identifier)
      #expect(names == ["iCloud.example.other", "iCloud.net.zonechat"])
      let unknown = await #expect(throws: CloudError.self) {
        _ = try await cloud.exported(container: "iCloud.example.nobody")
      }
      #expect(unknown?.code == .unknownItem)
    }
  }

  @Test func `no passphrase, session or secret of the cloud is in an export`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("one", in: "Z")
      let archive = try await cloud.exported()
      for secret in [
        Array(alice.credentials.webAuthToken.utf8), TokenHash.of(alice.credentials.webAuthToken),
        Array("assets.secret".utf8), Array("scrypt".utf8),
      ] {
        #expect(archive.range(of: Data(secret)) == nil)
      }
      _ = try await cloud.administration.import([archive].async, bytes: Int64(archive.count))
      // The passphrase was left behind: an administrator signs the account in.
      let refused = await #expect(throws: CloudError.self) {
        _ = try await CloudAdministration(connection: cloud.stranger)
          .signIn(name: "planned", passphrase: testPassphrase)
      }
      #expect(refused?.code == .notAuthenticated)
      _ = try await cloud.signIn("planned")
    }
  }

  @Test func `only the administrator exports and imports`() async throws {
    try await withTestCloud { cloud in
      try await Self.fill(cloud)
      let archive = try await cloud.exported()
      let stranger = CloudAdministration(connection: cloud.stranger)
      let noExport = await #expect(throws: CloudError.self) { try await stranger.export { _ in } }
      let noImport = await #expect(throws: CloudError.self) {
        _ = try await stranger.import([archive].async, bytes: Int64(archive.count))
      }
      #expect([noExport?.code, noImport?.code] == [.permissionFailure, .permissionFailure])
      #expect(try await cloud.administration.status().records == 5)
    }
  }

  /// The ways to spoil an archive, and the cloud's message about each.
  enum Spoiling: CaseIterable {
    case empty, text, cut, cutAtTheEnd, otherByteInAsset, otherByteInStore, withoutAsset, trigger
    case otherTables, damagedRecord, link, pathUpwards, hugeNumber, hugeLife, noSettings, noLimits

    var reason: String {
      switch self {
      case .empty, .cut, .cutAtTheEnd: "its end is missing"
      case .text: "not a file of a tar archive"
      case .otherByteInAsset: "not those of SHA256SUMS"
      case .otherByteInStore: "SHA256SUMS|cannot be used"
      case .withoutAsset: "1 assets are missing"
      case .trigger, .otherTables: "not exported by this version"
      case .damagedRecord: "every record can be read"
      case .hugeNumber: "a number in zone is out of range"
      case .hugeLife: "its incarnation"
      case .noSettings, .noLimits: "cannot be used"
      case .link: "not a file of a tar archive"
      case .pathUpwards: "does not belong to it"
      }
    }
  }

  @Test(arguments: Spoiling.allCases)
  func `a file that is not a whole export changes nothing`(_ spoiling: Spoiling) async throws {
    let whole = try await exported()
    var archive = try HandmadeCloudExport(whole)
    switch spoiling {
    case .empty: archive.files = []
    case .trigger:
      try archive.changeStore(
        "CREATE TRIGGER t AFTER INSERT ON account BEGIN DELETE FROM record; END")
    case .otherTables: try archive.changeStore("DROP TABLE setAsideRow")
    case .damagedRecord: try archive.changeStore("UPDATE record SET fields = 'no JSON'")
    case .hugeNumber: try archive.changeStore("UPDATE zone SET sequence = 9223372036854775807")
    case .hugeLife:
      try archive.changeStore(
        "INSERT OR REPLACE INTO setting VALUES ('life', 'abc 9223372036854775807')")
    case .noLimits:
      try archive.changeStore("INSERT OR REPLACE INTO setting VALUES ('limits', 'no JSON')")
    case .noSettings:
      try archive.changeStore("UPDATE partition SET settings = 'no JSON'")
    case .otherByteInAsset: archive.files[1].bytes[3] ^= 1
    case .otherByteInStore:
      archive.files[0].bytes[archive.files[0].bytes.count - 5] ^= 1
    case .withoutAsset: archive.files.remove(at: 1)
    case .pathUpwards: archive.files[1].name = "assets/../../../../tmp/x"
    case .text, .cut, .cutAtTheEnd, .link: break
    }
    var bytes = archive.bytes
    switch spoiling {
    case .empty: bytes = Data()
    case .text: bytes = Data(String(repeating: "no archive\n", count: 1000).utf8)
    case .cut: bytes = bytes.prefix(bytes.count / 2)
    case .cutAtTheEnd: bytes = bytes.prefix(bytes.count - 1024)
    case .link: bytes[156] = UInt8(ascii: "2")
    default: break
    }
    let spoiled = bytes
    try await withTestCloud { cloud in
      try await cloud.person("carol").write("kept", in: "Z")
      let refused = await #expect(throws: CloudError.self) {
        _ = try await cloud.administration.import([spoiled].async, bytes: Int64(spoiled.count))
      }
      #expect(refused?.code == .invalidArguments)
      #expect(
        try refused?.reason.contains(Regex(spoiling.reason)) == true, "\(refused?.reason ?? "")")
      #expect(refused?.reason.contains("Nothing was changed") == true)
      let carol = try await cloud.signIn("carol")
      #expect(try await carol.text(of: "kept", in: "Z") == "kept")
      let status = try await cloud.administration.status()
      #expect(status.records == 2 && status.accounts == 2)
    }
  }
}

extension TestedCloud {
  fileprivate func exported(container: String? = nil) async throws -> Data {
    var archive = Data()
    try await administration.export(container: container) { archive += $0 }
    return archive
  }
}

extension Sequence where Element: Sendable, Self: Sendable {
  /// The elements as a stream.
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { stream in
      for element in self { stream.yield(element) }
      stream.finish()
    }
  }
}
