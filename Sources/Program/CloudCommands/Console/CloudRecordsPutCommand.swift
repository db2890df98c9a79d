import ArgumentParser
import ChatModel
import CloudModel
import CommandSupport
import Foundation

struct CloudRecordsPutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Change fields of a record, or make a record.",
    discussion: """
      A value has the type that the schema gives its field: a time is written 2026-11-25 or \
      2026-11-25T10:00:00Z, a place 48.1,11.5, bytes in base64, a reference as the name of a record, \
      the file of an asset as @PATH, and a list as JSON, like tags='["red","blue"]'. With --file the \
      fields are one JSON object: plain values, values of the web protocol, or a whole record as get \
      --json prints it.

      A change is saved over the version that the cloud has now or, for a whole record, over the version in \
      the file: if somebody has changed it meanwhile, the cloud refuses. Fields that are not named \
      stay as they are.

      EXAMPLES, in a container that has these types and fields (‘zonechat cloud schema’ adds them)
        zonechat cloud records put milk --new --type Item --account alice
        zonechat cloud records put milk title='Oat milk' --account alice
        zonechat cloud records put milk --clear note --account alice
        zonechat cloud records put milk --file milk.json --account alice
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions

  @Argument(help: ArgumentHelp("The name of the record.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("Fields with their new values.", valueName: "field=value"))
  var fields: [String] = []

  @Flag(name: .customLong("new"), help: "Make a record; it must not exist.")
  var isNew = false

  @Option(help: ArgumentHelp("The record type of a new record.", valueName: "type"))
  var type: String?

  @Option(
    help: ArgumentHelp(
      "Read the fields from this file; - reads standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Remove the value of this field; may be given several times.", valueName: "field"))
  var clear: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put the record below this one, in the hierarchy that is shared as a whole.",
      valueName: "name"))
  var parent: String?

  func validate() throws {
    try place.requireAccount()
    try DatabaseOptions.require(recordNames: [name])
    guard isNew == (type != nil) else {
      throw ValidationError(
        isNew
          ? "--new needs the record type of the record. Name it with --type."
          : "--type is for a record that --new makes; others keep their type.")
    }
    guard isNew || file != nil || parent != nil || !fields.isEmpty || !clear.isEmpty else {
      throw ValidationError("Nothing is to be changed. Give FIELD=VALUE, --clear or --file.")
    }
  }

  func run() async throws {
    try await place.open(administration) { console in
      let recordID = RecordID(recordName: name, zoneID: try console.recordZoneID)
      var record = try await start(recordID, in: console)
      let type = try console.schema.recordType(record.recordType)
      var values = RecordValues(type: type)
      if let file { try values.take(json: try NamedFile.text(file)) }
      for field in fields { try values.take(assignment: field) }
      for field in clear { try values.clear(field) }
      record.fields = values.fields
      for (field, path) in values.files {
        record.fields[field] = try await upload(path, to: field, of: record, in: console)
      }
      record.parent = parent
      record.clearedKeys = values.cleared
      record.encryptedKeys = values.encrypted
      if !isNew, let tag = values.recordChangeTag { record.recordChangeTag = tag }
      let saved = try await save(record, in: console)
      if administration.options.json {
        try Output.json(RecordJSON(saved, in: console.database.scope))
      } else {
        Output.note("\(name) is saved; its change tag is \(saved.recordChangeTag ?? "").")
      }
    }
  }

  /// The record without its fields: a new one, or the cloud's with its change tag.
  private func start(_ recordID: RecordID, in console: ConsoleDatabase) async throws -> Record {
    if let type {
      return Record(recordType: try console.schema.recordType(type).name, recordID: recordID)
    }
    let found = try await console.lookUp([name], desiredKeys: [])
    switch found.first?.result ?? .failure(ConsoleDatabase.noAnswer) {
    case .success(let present):
      return Record(
        recordType: present.recordType, recordID: recordID,
        recordChangeTag: present.recordChangeTag)
    case .failure(let error) where error.code == .unknownItem:
      throw Failure("\(name): \(error.clause). --new with --type makes a record.")
    case .failure(let error): throw Failure("\(name): \(error.reason)")
    }
  }

  private func upload(
    _ path: String, to field: String, of record: Record, in console: ConsoleDatabase
  ) async throws -> FieldValue {
    let upload = try await console.database.beginAssetUpload(
      of: field, in: record.recordID, recordType: record.recordType)
    do {
      return .asset(
        try await console.database.continueAssetUpload(
          upload, from: FileAddress.file(path), progress: { _ in }))
    } catch {
      // The file is at fault, and not the cloud.
      let isLocal = error.code == .assetFileNotFound || error.code == .assetFileModified
      throw isLocal ? Failure("\(field): \(error.reason)") : error
    }
  }

  private func save(_ record: Record, in console: ConsoleDatabase) async throws -> Record {
    let results = try await console.database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: false
    ).saveResults
    switch results[record.recordID] ?? .failure(ConsoleDatabase.noAnswer) {
    case .success(let saved): return saved
    case .failure(let error) where error.code == .serverRecordChanged:
      throw Failure(
        isNew
          ? "\(name): there is such a record already. Without --new it is changed."
          : "\(name): somebody else has changed it. Read it again, and decide anew.")
    case .failure(let error): throw Failure("\(name): \(error.reason)")
    }
  }
}
