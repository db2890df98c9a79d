import CloudClient
import CloudModel
import Foundation
import Testing

/// A cloud with its administrator.
struct TestedCloud: Sendable {
  let connection: CloudConnection
  /// Somebody who has no administrator token.
  let stranger: CloudConnection

  var administration: CloudAdministration { CloudAdministration(connection: connection) }

  /// Makes an account without a passphrase.
  func person(_ name: String, in container: String = "iCloud.example.lists") async throws -> Person
  {
    Person(
      try await administration.createAccount(named: name, container: container),
      over: stranger)
  }

  func signIn(
    _ name: String, in container: String = "iCloud.example.lists", device: String = "test"
  ) async throws -> Person {
    Person(
      try await administration.signIn(name: name, container: container), over: stranger,
      device: device)
  }
}

extension TestedCloud {
  struct Person: Sendable {
    let credentials: AccountCredentials
    let container: HTTPCloudContainer

    init(
      _ credentials: AccountCredentials, over connection: CloudConnection, device: String = "test"
    ) {
      self.credentials = credentials
      container = HTTPCloudContainer(
        connection: connection, credentials: credentials, clientID: device)
    }

    private var database: any CloudDatabase { container.database(with: .private) }

    /// Saves a record with this name, and makes its zone.
    func write(
      _ name: String, in zone: String, text: String? = nil, file: URL? = nil,
      encrypted: Bool = false
    ) async throws {
      let id = recordID(name, zone)
      _ = try await database.modifyRecordZones(
        saving: [RecordZone(zoneID: id.zoneID)], deleting: [])
      var fields: [String: FieldValue] = [encrypted ? "secret" : "text": .string(text ?? name)]
      if let file {
        let upload = try await database.beginAssetUpload(
          of: "file", in: id, recordType: "Item")
        fields["file"] = .asset(
          try await database.continueAssetUpload(upload, from: file) { _ in })
      }
      var record = Record(recordType: "Item", recordID: id, fields: fields)
      if encrypted { record.encryptedKeys = ["secret"] }
      let results = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
      for (_, result) in results.saveResults { _ = try result.get() }
    }

    func changeTag(of name: String, in zone: String) async throws -> String {
      try #require(try await record(name, zone).recordChangeTag)
    }

    /// The bytes of the record's file, as text.
    func file(of name: String, in zone: String) async throws -> String? {
      guard case .asset(let asset)? = try await record(name, zone).fields["file"] else {
        return nil
      }
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      try await database.downloadAsset(asset, to: file) { _ in }
      return try String(contentsOf: file, encoding: .utf8)
    }

    /// The text of the record, encrypted or not.
    func text(of name: String, in zone: String) async throws -> String? {
      let fields = try await record(name, zone).fields
      guard case .string(let text)? = fields["text"] ?? fields["secret"] else { return nil }
      return text
    }

    private func record(_ name: String, _ zone: String) async throws -> Record {
      let id = recordID(name, zone)
      return try #require(try await database.records(for: [id], desiredKeys: nil)[id]).get()
    }

    private func recordID(_ name: String, _ zone: String) -> RecordID {
      RecordID(
        recordName: name,
        zoneID: RecordZoneID(zoneName: zone, ownerName: credentials.userRecordName))
    }

    func token() async throws -> ServerChangeToken? {
      try await database.databaseChanges(since: nil, resultsLimit: nil).changeToken
    }

    /// The zones that have changed.
    func changes(since token: ServerChangeToken?) async throws -> [String] {
      try await database.databaseChanges(since: token, resultsLimit: nil).modifications.map(
        \.zoneName)
    }
  }
}
