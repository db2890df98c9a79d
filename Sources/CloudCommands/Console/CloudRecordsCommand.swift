import ArgumentParser
import CloudModel
import Composition
import Foundation
import TerminalUI

struct CloudRecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records", abstract: "Read, write and delete records by name.",
    discussion: """
      Every request goes by the rules for an app: schema, rights, limits and change tags. Without --zone a \
      record is in the default zone.
      """,
    subcommands: [
      CloudRecordsGetCommand.self, CloudRecordsPutCommand.self, CloudRecordsDeleteCommand.self,
    ])
}

struct CloudRecordsGetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show records.",
    discussion: """
      EXAMPLES
        zonechat cloud records get welcome --container iCloud.com.example.Lists
        zonechat cloud records get milk bread --account alice --zone groceries --json
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions

  @Argument(help: ArgumentHelp("The names of the records.", valueName: "name"))
  var names: [String]

  func run() async throws {
    try await place.open(administration) { console in
      let recordIDs = try console.recordIDs(names)
      let json = administration.options.json
      var failures = 0
      var isFirst = true
      for some in recordIDs.batches {
        let results = try await console.database.records(for: some, desiredKeys: nil)
        for recordID in some {
          switch results[recordID] ?? .failure(ConsoleDatabase.noAnswer) {
          case .success(let record) where json:
            try Output.json(RecordJSON(record, in: console.database.scope))
          case .success(let record):
            if !isFirst { try Output.line("") }
            try RecordWords(record: record).write()
            isFirst = false
          case .failure(let error):
            failures += 1
            Output.problem("\(recordID.recordName): \(error.reason)")
          }
        }
      }
      try Failure.check(failures, of: recordIDs.count, "read")
    }
  }
}

struct CloudRecordsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records, whatever their change tags.",
    discussion: """
      EXAMPLES
        zonechat cloud records delete milk bread --account alice --zone groceries
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions

  @Argument(help: ArgumentHelp("The names of the records.", valueName: "name"))
  var names: [String]

  func run() async throws {
    try await place.open(administration) { console in
      let recordIDs = try console.recordIDs(names)
      var failures = 0
      for some in recordIDs.batches {
        let results = try await console.database.modifyRecords(
          saving: [], deleting: some, savePolicy: .changedKeys, atomically: false
        ).deleteResults
        for recordID in some {
          switch results[recordID] ?? .failure(ConsoleDatabase.noAnswer) {
          case .success where administration.options.json:
            try Output.json(["action": "delete", "recordName": recordID.recordName])
          case .success: Output.note("\(recordID.recordName) is deleted.")
          case .failure(let error):
            failures += 1
            Output.problem("\(recordID.recordName): \(error.reason)")
          }
        }
      }
      try Failure.check(failures, of: recordIDs.count, "deleted")
    }
  }
}

extension ConsoleDatabase {
  static let noAnswer = CloudError(
    .serviceUnavailable, "The cloud's answer does not have this record.")

  /// The named records, each once, in the order of their names.
  fileprivate func recordIDs(_ names: [String]) throws -> [RecordID] {
    let zoneID = try recordZoneID
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }.map {
      RecordID(recordName: $0, zoneID: zoneID)
    }
  }
}

extension [RecordID] {
  /// As many as one request may have.
  fileprivate var batches: [[RecordID]] {
    stride(from: 0, to: count, by: CloudLimits.operationsPerRequest).map {
      Array(self[$0..<Swift.min($0 + CloudLimits.operationsPerRequest, count)])
    }
  }
}

extension Failure {
  /// Throws unless all were done; each failure has been printed.
  fileprivate static func check(_ failures: Int, of count: Int, _ done: String) throws(Failure) {
    guard failures > 0 else { return }
    throw Failure("\(failures) of \(DisplayText.count(count, "record")) could not be \(done).")
  }
}

extension RecordWords {
  /// Prints one value a line, shortened to the terminal's width.
  func write() throws {
    let lines = lines
    let width = lines.map { TextWidth.of($0.name) }.max() ?? 0
    for (name, value) in lines {
      let line = name.padded(to: width) + "  " + DisplayText.singleLine(value)
      try Output.line(Output.columns.map { line.truncated(to: $0) } ?? line)
    }
  }
}
