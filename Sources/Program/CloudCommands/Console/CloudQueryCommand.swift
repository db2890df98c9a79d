import ArgumentParser
import CloudModel
import CommandSupport

struct CloudQueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Find records by what their fields say.",
    discussion: """
      A filter is a field, a comparator and a value, like cheers > 3. The value has the type of the \
      field: a time is written 2026-11-25 or 2026-11-25T10:00:00Z, a place 48.1,11.5, and a text with \
      blanks stands in quotes. Comparators are = != < <= > >= and the names of CloudKit Web Services, \
      like in, not in, begins-with, list-contains, contains-any-tokens, near.

      A query goes by the rules for an app: it needs indexes, and finds what the account may read.

      EXAMPLES
        zonechat cloud query Message --account alice --sort -timestamp
        zonechat cloud query Message --account bob --database shared --json

      EXAMPLES, in a container that has these types and fields (‘zonechat cloud schema’ adds them)
        zonechat cloud query Post --filter 'cheers > 3' --fields title,author
        zonechat cloud query Post --filter 'createdTimestamp > 2026-11-25'
        zonechat cloud query Post --filter 'tags list-contains-any ("red", "blue")'
        zonechat cloud query Place --filter 'position near 48.1,11.5 within 500'
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: DatabaseOptions
  @OptionGroup var revealing: RevealOptions

  @Argument(help: ArgumentHelp("The record type.", valueName: "type"))
  var type: String

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Find records for which this holds; may be given several times.", valueName: "filter"))
  var filter: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Sort by this field, downwards with - before it; may be given several times.",
      valueName: "field"))
  var sort: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Show only these fields, with commas between them.", valueName: "names"))
  var fields: String?

  @Option(help: "The largest number of records.") var limit = 100

  func validate() throws {
    guard fields?.contains(where: { $0 != "," && $0 != " " }) ?? true else {
      throw ValidationError("--fields names no field. Leave it out to see all.")
    }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    try await place.open(administration, revealsTexts: revealing.reveal) { console in
      let type = try console.schema.recordType(type)
      var query = Query(recordType: type.name)
      for text in filter { query.filters.append(try FilterText.filter(text, of: type)) }
      for text in sort { query.sortDescriptors.append(try SortText.descriptor(text, of: type)) }
      var wanted: [ConsoleField]?
      if let fields {
        wanted = try fields.split(separator: ",").map { name throws(Failure) in
          try type.field(String(name.drop { $0 == " " }))
        }
      }
      let output = RecordOutput(
        type: type, fields: wanted, of: console, json: administration.options.json)
      try await find(query, type, wanted, console, output)
    }
  }

  /// Fetches page after page, up to the limit.
  private func find(
    _ query: Query, _ type: RecordTypeDefinition, _ fields: [ConsoleField]?,
    _ console: ConsoleDatabase, _ output: RecordOutput
  ) async throws {
    let keys = fields.map { $0.filter { $0.system == nil }.map(\.name) }
    var output = output
    var cursor: Query.Cursor?
    repeat {
      let most = min(limit - output.count, CloudLimits.operationsPerRequest)
      let page: (matchResults: CloudDatabase.MatchResults, queryCursor: Query.Cursor?)
      do {
        if let cursor {
          page = try await console.database.records(
            continuingMatchFrom: cursor, desiredKeys: keys, resultsLimit: most)
        } else {
          page = try await console.database.records(
            matching: query, inZoneWith: console.zoneID, desiredKeys: keys, resultsLimit: most)
        }
      } catch {
        throw failure(error, of: query, type)
      }
      for (recordID, result) in page.matchResults { try output.add(recordID, result) }
      cursor = page.queryCursor
    } while cursor != nil && output.count < limit
    try await output.finish()
    revealing.note(hidden: output.hasHiddenTexts)
    if cursor != nil { Output.note("There are more; --limit shows more.") }
  }

  /// The error; where an index is missing, a failure with the command that adds it.
  private func failure(
    _ error: CloudError, of query: Query, _ type: RecordTypeDefinition
  ) -> any Error {
    guard error.code == .invalidArguments, let missing = MissingIndex(for: query, in: type) else {
      return error
    }
    let container = place.container.map { " --container \($0)" } ?? ""
    var words =
      "The cloud refused: \(error.clause). An index is missing; this adds it: "
      + administration.command(
        "schema add-index \(missing.recordType) \(missing.field) "
          + missing.index.rawValue.lowercased() + container)
    if place.environment == .production {
      words += ", and then \(administration.command("schema promote\(container)"))"
    }
    return Failure(words)
  }
}
