import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport
import Foundation

struct CloudInspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show what the cloud stores.",
    discussion: """
      The tables shorten long values; --json prints everything, an object for each row. Accounts are the \
      whole cloud's: with --container all of them are shown, with what they have there.

      EXAMPLES
        zonechat cloud inspect zones --account alice
        zonechat cloud inspect records --zone chat-1 --limit 20 --json
        zonechat cloud inspect records --zone chat-1 --reveal
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var revealing: RevealOptions

  @Argument(
    help: ArgumentHelp(
      "What to show: \(InspectionSubject.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "subject"))
  var subject: InspectionSubject = .accounts

  @Option(help: "Show only this account, by name or user record name.") var account: String?
  @Option(help: "Show only the zone with this name.") var zone: String?
  @Option(help: "Show only this container.") var container: String?
  @Option(
    help: "Show only this environment: development or production.",
    completion: .environments)
  var environment: String?
  @Option(help: "The largest number of rows.") var limit = 100

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    if subject == .containers, account != nil {
      throw ValidationError("A container belongs to no account. Leave out --account.")
    }
    if [.accounts, .containers].contains(subject), zone != nil {
      throw ValidationError("--zone selects no \(subject.rawValue). Leave it out.")
    }
  }

  func run() async throws {
    let reveal = revealing.reveal
    var found = try await page(subject, after: nil, limit: limit, reveal: reveal)
    while let next = found.next, found.rows.count < limit {
      let page = try await page(
        subject, after: next, limit: limit - found.rows.count, reveal: reveal)
      found.rows += page.rows
      found.next = page.next
    }
    if found.rows.isEmpty { try await requirePlace() }
    if administration.options.json {
      for row in found.rows { try Output.json(InspectionValue.object(row).withoutNulls) }
    } else if found.rows.isEmpty {
      return Output.note(
        "There are no \(subject == .setAside ? "rows set aside" : subject.rawValue).")
    } else {
      try InspectionWords.table(found).write()
    }
    if found.next != nil { Output.note("There are more; --limit shows more.") }
    revealing.note(hidden: found.rows.contains { $0.values.contains(where: \.hasHiddenText) })
  }

  /// Refuses the names of a container and a zone that are not there, where nothing was found in them.
  private func requirePlace() async throws {
    if let container { _ = try await administration.ask { try await $0.container(container) } }
    guard let zone, try await page(.zones, after: nil, limit: 1).rows.isEmpty else { return }
    throw Failure(
      "There is no such zone: ‘\(zone)’. ‘\(administration.command("inspect zones"))’ lists them.")
  }

  private func page(
    _ subject: InspectionSubject, after: String?, limit: Int, reveal: Bool = false
  ) async throws -> InspectionPage {
    let parameters = [
      ("account", account), ("zone", zone), ("container", container),
      ("environment", environment), ("limit", String(min(limit, 200))), ("after", after),
      ("reveal", reveal ? "true" : nil),
    ]
    return try await administration.ask { administration in
      try await administration.inspect(
        subject, options: parameters.compactMap { name, value in value.map { (name, $0) } })
    }
  }
}

/// Rows of the store as a table.
enum InspectionWords {
  static func table(_ found: InspectionPage) -> TextTable {
    TextTable(
      found.columns,
      found.rows.map { row in found.columns.map { words(row[$0] ?? .null, in: $0) } })
  }

  /// The value of a column; times are milliseconds since 1970, in columns whose names end with `At`.
  private static func words(_ value: InspectionValue, in column: String) -> String {
    guard case .integer(let milliseconds) = value, column.hasSuffix("At") else {
      return words(value)
    }
    return Output.time(Date(millisecondsSince1970: milliseconds), to: .seconds)
  }

  private static func words(_ value: InspectionValue) -> String {
    switch value {
    case .null: ""
    case .flag(let flag): flag ? "yes" : ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .list(let values): values.map(words).joined(separator: ", ")
    case .object(let object):
      // A field is shown as its value; a person with a name is shown without the user record name.
      if let value = object["value"] {
        words(value)
      } else {
        object.sorted { $0.key < $1.key }
          .filter { $0.key != "userRecordName" || object["name"] == nil }
          .map { "\($0.key)=\(words($0.value))" }.joined(separator: " ")
      }
    }
  }
}

extension InspectionValue {
  /// Whether it has something that stands for a text.
  fileprivate var hasHiddenText: Bool {
    switch self {
    case .text(let text): HiddenText.stands(in: text)
    case .list(let values): values.contains(where: \.hasHiddenText)
    case .object(let object): object.values.contains(where: \.hasHiddenText)
    case .null, .flag, .integer, .real: false
    }
  }

  /// The same without the keys that have no value.
  fileprivate var withoutNulls: InspectionValue {
    switch self {
    case .object(let object):
      .object(object.filter { $0.value != .null }.mapValues(\.withoutNulls))
    case .list(let values): .list(values.map(\.withoutNulls))
    default: self
    }
  }
}

extension InspectionSubject: ExpressibleByArgument {}
