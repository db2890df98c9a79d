import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import TestSupport
import Testing

/// What somebody can do in a sealed zone with a program of their own: with their keys, and the rights that the cloud
/// gives them.
struct SealedHands {
  let device: Device
  let zoneID: RecordZoneID
  /// The chat as the statements say that the cloud shows.
  let chat: SealedChat
  let firstStatement: [UInt8]

  init(_ device: Device, in shared: SharedChat) async throws {
    self.device = device
    zoneID = shared.zoneID
    let secrets = try AccountSecrets(secretBytes: [UInt8](Data(contentsOf: device.keyFile)))
    let statements = try await Self.records(zoneID, device)
      .filter { $0.recordType == StatementRecord.recordType }
      .sorted {
        StatementRecord.number(in: $0.recordID.recordName) ?? 0
          < StatementRecord.number(in: $1.recordID.recordName) ?? 0
      }
      .compactMap { $0[StatementRecord.key]?.data }
    let owner = try ChatStatement(statements[0]).roster.owner.lineage.identity
    var chat = try SealedChat(
      founding: statements[0], zone: zoneID.zoneName, owner: owner, secrets: secrets)
    for statement in statements.dropFirst() { try chat.take(statement) }
    (self.chat, firstStatement) = (chat, statements[0])
  }

  /// Everything in the zone, as the cloud shows it.
  static func records(_ zoneID: RecordZoneID, _ device: Device) async throws -> [Record] {
    try await database(zoneID, device).recordZoneChanges(
      inZoneWith: zoneID, since: nil, desiredKeys: nil, resultsLimit: nil
    ).modifications
  }

  func records() async throws -> [Record] { try await Self.records(zoneID, device) }

  func record(_ name: String) async throws -> Record? {
    try await records().first { $0.recordID.recordName == name }
  }

  /// What the author of a message has said.
  func fields(of name: String) async throws -> [String: SealedFields.Value] {
    let record = try #require(try await record(name))
    let time = record["timestamp"]?.dateValue?.millisecondsSince1970 ?? 0
    let place = RecordPlace(type: record.recordType, name: name, time: time)
    guard
      case .genuine(let said) = chat.open(record[SealedType.contentKey]?.data ?? [], at: place)
    else { return [:] }
    return try SealedFields(said.content).values
  }

  /// The bytes that the cloud has of a message's file.
  func file(of name: String) async throws -> Data {
    let asset = try #require(try await record(name)?["attachment"]?.assets.first)
    let file = device.directory.appending(path: "cloud-\(name)")
    try await Self.database(zoneID, device).downloadAsset(asset, to: file) { _ in }
    return try Data(contentsOf: file)
  }

  /// Puts other bytes in the place of a message's file.
  func attach(_ bytes: Data, to name: String) async throws {
    let database = Self.database(zoneID, device)
    let file = device.directory.appending(path: "attached")
    try bytes.write(to: file)
    let upload = try await database.beginAssetUpload(
      of: "attachment", in: RecordID(recordName: name, zoneID: zoneID),
      recordType: SealedType.message.rawValue)
    var record = try #require(try await record(name))
    record["attachment"] = .asset(
      try await database.continueAssetUpload(upload, from: file) { _ in })
    try await save([record])
  }

  /// A record as somebody may have made it; `place` is what it is sealed for, if that is another one.
  func sealed(
    _ type: SealedType, _ name: String, _ fields: [String: SealedFields.Value], time: Int64 = 0,
    for place: RecordPlace? = nil
  ) throws -> Record {
    var record = Record(
      recordType: type.rawValue, recordID: RecordID(recordName: name, zoneID: zoneID))
    if time > 0 { record["timestamp"] = .date(Date(millisecondsSince1970: time)) }
    let bytes = try chat.seal(
      SealedFields(fields).encoded,
      at: place ?? RecordPlace(type: type.rawValue, name: name, time: time))
    record[SealedType.contentKey] = .bytes(Data(bytes))
    return record
  }

  func message(_ name: String, _ text: String, by sender: String, time: Int64) throws -> Record {
    try sealed(
      .message, name,
      ["text": .string(text), "senderID": .string(sender), "timestamp": .timestamp(time)],
      time: time)
  }

  /// Saves over whatever the cloud has.
  func save(_ records: [Record], deleting names: [String] = []) async throws {
    let answers = try await Self.database(zoneID, device).modifyRecords(
      saving: records, deleting: names.map { RecordID(recordName: $0, zoneID: zoneID) },
      savePolicy: .allKeys, atomically: false)
    for result in answers.saveResults.values { _ = try result.get() }
    for result in answers.deleteResults.values { _ = try result.get() }
  }

  private static func database(_ zoneID: RecordZoneID, _ device: Device) -> any CloudDatabase {
    device.container.database(with: zoneID.databaseScope(for: device.account.userRecordName))
  }
}

/// Runs `body` with a sealed chat of alice's that bob has joined.
func withSealedPair(
  _ body: (World, _ alice: Device, _ bob: Device, SharedChat) async throws -> Void
) async throws {
  try await withTwo { world, alice, bob in
    let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob])
    try await body(world, alice, bob, chat)
  }
}

extension Device {
  var keyFile: URL { directory.appending(path: SecretsFile.fileName) }

  /// Takes the file with the account's keys from another device.
  func takeKeys(of other: Device) throws {
    try FileManager.default.copyItem(at: other.keyFile, to: keyFile)
  }
}

extension FieldValue {
  var data: [UInt8]? {
    guard case .bytes(let data) = self else { return nil }
    return [UInt8](data)
  }
}
