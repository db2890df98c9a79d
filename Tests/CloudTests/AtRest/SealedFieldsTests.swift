import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import GRDB
import NIOHTTP1
import Testing

/// Values of encrypted fields, as they are answered and as they are kept.
@Suite struct SealedFieldsTests {
  private static let secret = "meet me at the old lighthouse"

  private static func save(
    in cloud: WireCloud, as alice: WireCloud.Person, name: String = "a"
  ) async throws {
    try await cloud.makeZone("Z", of: alice)
    let saved = try await cloud.modify(
      "forceUpdate",
      [
        "recordName": .string(name), "recordType": "Diary",
        "fields": [
          "body": ["value": .string(secret), "type": "STRING", "isEncrypted": true],
          "days": ["value": [1, 2], "type": "INT64_LIST", "isEncrypted": true],
          "title": ["value": "open to all", "type": "STRING"],
        ],
      ], as: alice)
    #expect(saved["fields"]["body"]["value"] == .string(secret), "\(saved.text)")
  }

  private static func read(
    _ name: String = "a", in cloud: WireCloud, as alice: WireCloud.Person
  ) async throws -> JSON {
    try await cloud.post(
      "private/records/lookup", as: alice,
      ["zoneID": .zone("Z"), "records": [["recordName": .string(name)]]])["records"][0]["fields"]
  }

  /// The files below a folder that hold `text`.
  private static func files(below folder: String, with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      let bytes = FileManager.default.contents(atPath: folder + "/" + path) ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an encrypted value is answered, and stands in no file, copy or inspection`(
    kind: WireKind
  ) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      try await Self.save(in: cloud, as: alice)
      let fields = try await Self.read(in: cloud, as: alice)
      #expect(fields["body"]["value"] == .string(Self.secret))
      #expect(fields["body"]["isEncrypted"] == true)
      #expect(fields["days"]["value"] == [1, 2])
      #expect(fields["days"]["type"] == "INT64_LIST")
      #expect(fields["title"]["value"] == "open to all")
      let copy = JSON.object(["path": .string(cloud.directory + "/copy")]).text
      let backup = try await cloud.send(
        .POST, "/extension/1/backup", headers: cloud.administrator, body: Array(copy.utf8))
      // Over TCP nobody may write files.
      #expect(backup.status == (kind == .tcp ? 403 : 200), "\(backup.text)")
      #expect(try Self.files(below: cloud.directory, with: Self.secret) == [])
      let readable = try Self.files(below: cloud.directory, with: "open to all")
      #expect(!readable.isEmpty)
      let seen = try await cloud.send(
        .GET, "/extension/1/inspect/records?zone=Z", headers: cloud.administrator, body: [])
      #expect(!seen.text.contains(Self.secret))
      #expect(seen.text.contains(#""encrypted""#), "\(seen.text)")
    }
  }

  @Test func `an update keeps what it does not name, and a value that is cleared is gone`()
    async throws
  {
    try await WireKind.reopened.run { cloud in
      let alice = try await cloud.signUp("alice")
      try await Self.save(in: cloud, as: alice)
      _ = try await cloud.modify(
        "forceUpdate",
        [
          "recordName": "a", "recordType": "Diary",
          "fields": ["days": ["value": .null, "isEncrypted": true], "title": ["value": "new"]],
        ], as: alice)
      let fields = try await Self.read(in: cloud, as: alice)
      #expect(fields["body"]["value"] == .string(Self.secret))
      #expect(fields["days"] == .null)
      #expect(fields["title"]["value"] == "new")
    }
  }

  @Test func `fields that a store without a key has kept in plain text are sealed at the start`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try Diary.run(in: directory) { try $0.save(Self.secret) }
      try Self.removeKey(from: directory + "/cloud.sqlite")
      let found = try Self.files(below: directory, with: Self.secret)
      #expect(found == ["cloud.sqlite"])
      try Diary.run(in: directory) { diary in
        let text = try diary.read()
        #expect(text == .string(Self.secret))
        let found = try Self.files(below: directory, with: Self.secret)
        #expect(found == [])
      }
      #expect(try Self.files(below: directory, with: Self.secret) == [])
    }
  }

  private static func write(_ secret: Data, to path: String) throws {
    try secret.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// Puts the value as a store without a key has it.
  private static func removeKey(from path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.execute(
        sql: """
          UPDATE record SET sealed = NULL,
            fields = '{"body":{"value":"\(secret)","type":"STRING","isEncrypted":true}}'
          WHERE sealed IS NOT NULL;
          DELETE FROM setting WHERE name = 'atRestKey';
          """)
    }
    try database.close()
  }

  @Test func `a store without its key, or with another one, is not opened`() async throws {
    try await withTemporaryDirectory { directory in
      try SQLiteStore(.directory(directory)).close()
      let key = directory + "/" + AtRestKey.fileName
      let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let right = try Data(contentsOf: URL(filePath: key))
      try FileManager.default.removeItem(atPath: key)
      #expect(throws: HostError.keyMissing(key)) { try SQLiteStore(.directory(directory)) }
      #expect(!FileManager.default.fileExists(atPath: key))
      try Self.write(Data(String(repeating: "0", count: 64).utf8), to: key)
      #expect(throws: HostError.keyWrong(key)) { try SQLiteStore(.directory(directory)) }
      // One damaged byte is enough; whoever removes the file has nothing left.
      try Self.write(Data([0xFF, 0x00, 0x41]), to: key)
      let damaged = #expect(throws: HostError.self) { try SQLiteStore(.directory(directory)) }
      #expect(damaged == .secretMalformed(key, .atRestKey))
      #expect(
        damaged?.description.contains("Put your copy of the key back, and do not remove") == true)
      let elsewhere = directory + "/kept elsewhere"
      try Self.write(right, to: elsewhere)
      try SQLiteStore(.directory(directory), keyFile: elsewhere).close()
    }
  }
}

/// A store in a folder with one record, of which one field is encrypted.
private struct Diary {
  private let service: CloudService
  private let caller = Caller(userRecordName: "_owner", isNative: true)
  private let recordID = RecordID(
    recordName: "a", zoneID: RecordZoneID(zoneName: "Z", ownerName: "_owner"))

  static func run(in directory: String, _ body: (Diary) throws -> Void) throws {
    let store = try SQLiteStore(.directory(directory))
    let cloud = Cloud(store: store, surroundings: .deterministic(), announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    try body(
      Diary(
        service: cloud.service(
          for: Partition(container: "iCloud.test", environment: .development))))
    try store.close()
  }

  private init(service: CloudService) { self.service = service }

  func save(_ text: String) throws {
    _ = try service.modifyZones([.create(recordID.zoneID)], by: caller, in: .private)
    var record = Record(
      recordType: "Diary", recordID: recordID, fields: ["body": .string(text)])
    record.encryptedKeys = ["body"]
    let outcomes = try service.modifyRecords(
      [RecordModification(.save(record, .create))], atomically: true, by: caller, in: .private)
    for outcome in outcomes { _ = try outcome.result.get() }
  }

  func read() throws -> FieldValue? {
    let page = try service.zoneChanges(
      [ZoneChangesRequest(zoneID: recordID.zoneID, changeToken: nil)], by: caller, in: .private)
    guard case .modified(let record)? = try page.first?.result.get().changes.first else {
      return nil
    }
    return record["body"]
  }
}
