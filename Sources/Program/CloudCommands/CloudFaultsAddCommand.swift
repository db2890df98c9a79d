import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation

struct CloudFaultsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a fault, or several from a file.",
    discussion: """
      EFFECTS
        delay --milliseconds N    the request waits before it starts
        dropBefore                the connection closes before the request is done
        dropAfter                 the connection closes after the request is done
        fail --code CODE          the request fails; also with --native-code,
                                  --retry-after and --reason
        failRecords --code CODE   records in records/modify fail
        busy                      the request fails with ZONE_BUSY
        throttle                  the request fails with THROTTLED
        expireTokens              change tokens count as expired
        loseNotifications         no notification arrives
        duplicateNotifications    each notification arrives twice
        delayNotifications --milliseconds N
                                  notifications arrive N ms later
        lagIndex --seconds N      queries find a saved record N seconds later
        limitQuota --bytes N      the --account may store only N bytes
        accountState --state STATE
                                  noAccount, restricted, temporarilyUnavailable or
                                  couldNotDetermine
        skewClock --seconds N     records get dates N seconds off; negative is the
                                  past

      CODE is an error code of the web protocol, for example ZONE_NOT_FOUND. In --container,
      --operation, --zone, --record and --record-type, * and ? match as in file names.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Argument(
    help: "What the fault does; see EFFECTS.",
    completion: .list(CloudFault.Effect.parameters.map(\.name)))
  var effect: String?

  @OptionGroup(title: "Requests that match") var filter: Filter
  @OptionGroup(title: "Schedule") var schedule: Schedule
  @OptionGroup(title: "Parameters of the effect") var parameters: Parameters

  @Option(
    help: ArgumentHelp(
      "Read the faults from this JSON file instead; - is standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    guard (effect == nil) != (file == nil) else {
      throw ValidationError("Name an effect, or give --file.")
    }
    for (name, value) in [
      ("--probability", schedule.probability), ("--for", schedule.duration),
      ("--retry-after", parameters.retryAfter), ("--seconds", parameters.seconds),
    ] where value?.isFinite == false { throw ValidationError("\(name) must be a number.") }
    guard schedule.seed ?? 0 >= 0 else { throw ValidationError("--seed must be 0 or more.") }
  }

  func run() async throws {
    let faults =
      try file.map(Self.faults(inFile:)) ?? Self.faults(in: try JSONEncoder().encode(json))
    for fault in faults {
      do throws(CloudError) { try fault.check() } catch {
        throw Failure(error.reason, code: .usage)
      }
    }
    let added = try await administration.ask { try await $0.add(faults) }
    try FaultOutput.write(added, json: administration.options.json)
  }

  private static func faults(inFile path: String) throws -> [CloudFault] {
    let data = try NamedFile.data(path)
    guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else {
      throw Failure(
        "\(NamedFile.name(path)) is not JSON. Write one fault, or an array of faults.", code: .usage
      )
    }
    return try faults(in: data)
  }

  private static func faults(in data: Data) throws -> [CloudFault] {
    do {
      return try JSONDecoder().decode(FaultsAddRequest.self, from: data).faults
    } catch let error as DecodingError {
      throw Failure("The fault is not valid: \(words(error, in: data)).", code: .usage)
    }
  }

  private static func words(_ error: DecodingError, in data: Data) -> String {
    switch error {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.last.map(words) ?? "it") has the wrong type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      // The decoder does not say which number it cannot read.
      "\(unreadableNumber(in: data) ?? "a number") is not a number that it can have"
    case .dataCorrupted(let context): context.debugDescription
    @unknown default: "it cannot be read"
    }
  }

  private static func words(_ key: any CodingKey) -> String {
    key.intValue.map { "fault \($0 + 1)" } ?? key.stringValue
  }

  /// The first key without which a fault's numbers can be read.
  private static func unreadableNumber(in data: Data) -> String? {
    let decoder = JSONDecoder()
    // What cannot be read at all has no such key.
    guard let json = try? decoder.decode(JSONValue.self, from: data) else { return nil }
    for fault in json.arrayValue ?? [json] {
      guard let object = fault.objectValue else { continue }
      for key in object.keys.sorted() where !isReadable(object) {
        var rest = object
        rest[key] = nil
        if isReadable(rest) { return key }
      }
    }
    return nil
  }

  private static func isReadable(_ fault: [String: JSONValue]) -> Bool {
    do {
      _ = try JSONDecoder().decode(FaultsAddRequest.self, from: JSONEncoder().encode(fault))
      return true
    } catch DecodingError.dataCorrupted(let context) {
      return !context.codingPath.isEmpty
    } catch {
      return true
    }
  }
}

extension CloudFaultsAddCommand {
  struct Filter: ParsableArguments {
    @Option(help: "The caller's account, by name or user record name.") var account: String?
    @Option(help: "The container.") var container: String?
    @Option(
      help: "The environment: development or production.",
      completion: .environments)
    var environment: String?
    @Option(help: "The end of the path, for example records/modify.") var operation: String?
    @Option(
      help: "The database: public, private or shared.",
      completion: .databases)
    var database: String?
    @Option(help: "The zone's name.") var zone: String?
    @Option(help: "The record's name.") var record: String?
    @Option(help: "The record's type.") var recordType: String?
  }

  struct Schedule: ParsableArguments {
    @Option(help: "The probability that the fault fires, 0 to 1.") var probability: Double?
    @Option(help: "Fire only at every nth request.") var every: Int?
    @Option(help: "Let this many requests pass first.") var skip: Int?
    @Option(help: "End after firing this many times.") var count: Int?
    @Option(name: .customLong("for"), help: "End after this many seconds.") var duration: Double?
    @Option(help: "End at this time, in milliseconds since 1970.") var until: Int64?
    @Option(help: "The seed of --probability; it makes runs repeatable.") var seed: Int64?
    @Option(help: "The fault's id; without it the cloud chooses one.") var id: String?
  }

  struct Parameters: ParsableArguments {
    @Option(help: "The length of a delay.") var milliseconds: Int64?
    @Option(
      help: "The error's code in the web protocol.",
      completion: .list(ServerErrorCode.allCases.map(\.rawValue)))
    var code: String?
    @Option(help: "CloudKit's error number (CKError).") var nativeCode: Int64?
    @Option(help: "The seconds that the error asks the client to wait.") var retryAfter: Double?
    @Option(help: "The error's reason.") var reason: String?
    @Option(help: "The length of a lag or a skew.") var seconds: Double?
    @Option(help: "The size of a quota.") var bytes: Int64?
    @Option(
      help: "The state of an account.",
      completion: .list(CloudFault.AccountState.allCases.map(\.rawValue)))
    var state: String?
  }

  /// The fault as the JSON that a file would hold, so that both are read alike.
  ///
  /// Each option has the name of the key that it stands for.
  private var json: [String: InspectionValue] {
    var json = effect.map { ["effect": InspectionValue.text($0)] } ?? [:]
    for group in [filter, schedule, parameters] as [any ParsableArguments] {
      // A property wrapper is stored under the property's name, behind an underscore.
      for case (let name?, let option as any FaultOption) in Mirror(reflecting: group).children {
        json[String(name.dropFirst())] = option.faultValue
      }
    }
    return json
  }
}

/// An option that stands for a key of a fault.
private protocol FaultOption {
  /// Nil where the option was not given.
  var faultValue: InspectionValue? { get }
}

extension Option: FaultOption where Value: FaultOption {
  var faultValue: InspectionValue? { wrappedValue.faultValue }
}

extension Optional: FaultOption where Wrapped: FaultOption {
  var faultValue: InspectionValue? { flatMap(\.faultValue) }
}

extension String: FaultOption {
  var faultValue: InspectionValue? { .text(self) }
}

extension Int: FaultOption {
  var faultValue: InspectionValue? { .integer(Int64(self)) }
}

extension Int64: FaultOption {
  var faultValue: InspectionValue? { .integer(self) }
}

extension Double: FaultOption {
  var faultValue: InspectionValue? { .real(self) }
}
