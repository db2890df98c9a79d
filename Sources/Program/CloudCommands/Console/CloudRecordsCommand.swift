import ArgumentParser
import CloudModel
import CommandSupport
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
      EXAMPLES, in a container that has these types and fields (‘zonechat cloud schema’ adds them)
        zonechat cloud records get milk bread --account alice
        zonechat cloud records get milk --account bob --database shared --zone list
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions
  @OptionGroup var revealing: RevealOptions

  @Argument(help: ArgumentHelp("The names of the records.", valueName: "name"))
  var names: [String]

  func validate() throws { try DatabaseOptions.require(recordNames: names) }

  func run() async throws {
    try await place.open(administration, revealsTexts: revealing.reveal) { console in
      let names = try await administration.options.json ? [:] : console.accountNames()
      var outcome = NamedOutcomes(of: self.names, done: "read")
      var isFirst = true
      var hasHiddenTexts = false
      for batch in outcome.batches {
        for (name, result) in try await console.lookUp(batch, desiredKeys: nil) {
          guard let record = outcome.take(result, of: name) else { continue }
          if record.hasHiddenText { hasHiddenTexts = true }
          if administration.options.json {
            try Output.json(RecordJSON(record, in: console.database.scope))
          } else {
            if !isFirst { try Output.line("") }
            try RecordWords(record: record, accounts: names).write()
            isFirst = false
          }
        }
      }
      revealing.note(hidden: hasHiddenTexts)
      try outcome.check()
    }
  }
}

struct CloudRecordsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records, whatever their change tags.",
    discussion: """
      EXAMPLES, in a container that has these types and fields (‘zonechat cloud schema’ adds them)
        zonechat cloud records delete milk bread --account alice
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions

  @Argument(help: ArgumentHelp("The names of the records.", valueName: "name"))
  var names: [String]

  func validate() throws {
    try place.requireAccount()
    try DatabaseOptions.require(recordNames: names)
  }

  func run() async throws {
    try await place.open(administration) { console in
      var outcome = NamedOutcomes(of: names, done: "deleted")
      for batch in outcome.batches {
        // For the cloud the deletion of a record that does not exist succeeds; here it is a wrong name.
        let present = try await console.lookUp(batch, desiredKeys: []).compactMap { name, result in
          outcome.take(result, of: name)?.recordID
        }
        let results = try await console.database.modifyRecords(
          saving: [], deleting: present, savePolicy: .changedKeys, atomically: false
        ).deleteResults
        for recordID in present {
          let name = recordID.recordName
          let result = results[recordID] ?? .failure(ConsoleDatabase.noAnswer)
          guard outcome.take(result, of: name) != nil else { continue }
          if administration.options.json {
            try Output.json(["action": "delete", "recordName": name])
          } else {
            Output.note("\(name) is deleted.")
          }
        }
      }
      try outcome.check()
    }
  }
}

/// The outcomes of records that were named, each of them once.
private struct NamedOutcomes {
  private let names: [String]
  private let done: String
  private var failures: [(name: String, error: CloudError)] = []

  init(of names: [String], done: String) {
    var known: Set<String> = []
    self.names = names.filter { known.insert($0).inserted }
    self.done = done
  }

  /// As many as one request may have.
  var batches: [[String]] {
    let most = CloudLimits.operationsPerRequest
    return stride(from: 0, to: names.count, by: most).map {
      Array(names[$0..<min($0 + most, names.count)])
    }
  }

  /// The value; nil for a failure, which is printed.
  mutating func take<Value>(_ result: Result<Value, CloudError>, of name: String) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      failures.append((name, error))
      if names.count > 1 { Output.problem("\(name): \(error.reason)") }
      return nil
    }
  }

  /// Throws unless all were successes.
  func check() throws(Failure) {
    guard let first = failures.first else { return }
    throw Failure(
      names.count == 1
        ? "\(first.name): \(first.error.reason)"
        : "\(failures.count) of \(names.count) records could not be \(done).")
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
