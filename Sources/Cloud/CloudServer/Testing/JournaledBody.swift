import CloudModel
import CloudWire
import Foundation
import NIOCore

/// What was sent with a request, as the journal keeps it.
struct JournaledBody: Sendable {
  /// Without keys, tokens and links; `null` for a body that is not JSON, which no operation takes.
  let json: Data
  /// Of each record that was to be changed; nil where the whole request has failed.
  let outcomes: [String]?

  init(_ body: ByteBuffer, outcomes: [String]?) {
    // A body out of the bounds of JSON was refused, and is not shown.
    let value = (try? JSONValue(json: body)) ?? .null
    json = (try? value.redactingSecrets.json()) ?? Data("null".utf8)
    self.outcomes = outcomes
  }

  /// The body; a cloud that hides texts from the one who asks has their lengths in it.
  func value(hidingTexts: Bool) throws -> JSONValue {
    let value = try JSONValue.read(json: json)
    return hidingTexts ? value.hidingTexts : value
  }
}

extension JournaledChange {
  /// The changes of records that a request of `records/modify` has asked for.
  static func changes(
    in body: JSONValue, of request: JournaledRequest, outcomes: [String]?
  ) -> [JournaledChange] {
    let operations = body.objectValue?["operations"]?.arrayValue ?? []
    return operations.enumerated().compactMap { index, operation in
      guard let operation = operation.objectValue, let record = operation["record"]?.objectValue,
        let type = operation["operationType"]?.stringValue.flatMap(
          RecordOperationType.init(anyWord:))
      else { return nil }
      let zone = record["zoneID"] ?? body.objectValue?["zoneID"]
      let fields = record["fields"]?.objectValue ?? [:]
      let encrypted = fields.filter { $0.value.isEncryptedField }.keys.sorted()
      let outcome = outcomes.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      return JournaledChange(
        request: request.number, account: request.account, container: request.container,
        database: request.database,
        zone: zone?.objectValue?["zoneName"]?.stringValue ?? RecordZoneID.defaultZoneName,
        operation: type, recordType: record["recordType"]?.stringValue,
        recordName: record["recordName"]?.stringValue,
        recordChangeTag: record["recordChangeTag"]?.stringValue,
        fields: fields.mapValues(\.valueOfField), encrypted: encrypted.isEmpty ? nil : encrypted,
        // A request that got no answer may have changed all of it.
        code: request.code == JournaledRequest.done ? outcome ?? request.code : request.code)
    }
  }
}

extension JSONValue {
  /// The value of a field as the cloud has read it: a number that came as a text is a number.
  ///
  /// A value that the cloud has refused stays as it came.
  fileprivate var valueOfField: JSONValue {
    let given = objectValue?["value"] ?? .null
    guard let field = try? WireField(json: self), field.fault == nil,
      let read = try? JSONValue.read(json: field.json())
    else { return given }
    return read.objectValue?["value"] ?? .null
  }

  fileprivate var isEncryptedField: Bool {
    (try? WireField(json: self))?.isMarkedEncrypted ?? false
  }
}
