import ChatModel
import CloudModel

/// The place where a scenario is played: a virtual world in this process, or real processes with a real cloud.
package protocol ScenarioStage: Sendable {
  /// Does something on a device, and passes its answer to `learn`; returns when it is done, or at once if
  /// nothing waits for it.
  ///
  /// Throws the error that a person would see.
  func perform(
    _ action: DeviceAction, on device: DeviceName, waiting: Bool,
    learn: @escaping @Sendable (DeviceAnswer) -> Void
  ) async throws

  /// Does something as another application of the person's account.
  func performElsewhere(_ action: DeviceAction, by person: String) async throws -> DeviceAnswer

  func happen(_ event: DeviceEvent, to device: DeviceName) async throws
  func happen(_ event: WorldEvent) async throws

  /// Lets the world go on until nothing is under way, for `limit` at most; returns how long that took.
  func settle(within limit: Duration) async throws -> Duration

  /// Lets the world go on for a time.
  func pass(_ time: Duration) async throws

  /// Lets the world go on until a time since the start.
  func proceed(to time: Duration) async throws

  func view(of device: DeviceName) async throws -> DeviceView

  /// The requests to the cloud and the users whom it has notified, from a number on; oldest first.
  func traffic(from number: Int) async throws -> [ScenarioTraffic]

  /// Ends the world; returns what is wrong with it as a whole, such as a broken invariant.
  func finish() async throws -> [String]
}

/// One thing that went between a device and the cloud.
package struct ScenarioTraffic: Sendable, Equatable, Codable {
  package enum Kind: String, Sendable, Codable {
    case request
    /// The cloud told a device that something has changed.
    case notice
  }

  package var kind: Kind
  package var person: String
  /// Nil where only the account is known.
  package var device: String?
  /// The end of a request's path; empty for a notice.
  package var operation: String
  /// `private`, `shared` or `public`; nil where there is none.
  package var database: String?
  package var zone: String?
  /// `ok`, `lost` for a connection that ended without an answer, or the code of an error; of a notice, `told`.
  package var outcome: String
  /// The codes with which single records and zones of the request were refused, each once, by name.
  package private(set) var failures: [String]
  /// The records that it is about, each with what became of it, where that is known.
  package var records: [String] = []
  /// Milliseconds since the start.
  package var time: Int64

  package init(
    kind: Kind = .request, person: String, device: String? = nil, operation: String,
    database: String? = nil, zone: String? = nil, outcome: String, failures: [String] = [],
    records: [String] = [], time: Int64
  ) {
    self.kind = kind
    self.person = person
    self.device = device
    self.operation = operation
    self.database = database
    self.zone = zone
    // A device asks for the changes of one zone at a time: what became of the zone became of the request.
    if operation == "changes/zone", let code = failures.first {
      self.outcome = code
      self.failures = []
    } else {
      self.outcome = outcome
      self.failures = Set(failures).sorted()
    }
    self.records = records
    self.time = time
  }

  /// Nothing came back: what the cloud has answered, the device does not know.
  package mutating func lose() { (outcome, failures) = ("lost", []) }

  /// The outcome of the request and of everything in it, in words.
  var result: String {
    failures.isEmpty ? outcome : "\(outcome) (\(failures.joined(separator: ", ")))"
  }

  /// Whether the request, or a record or zone in it, had this outcome; `ok` if all of it did.
  func ended(_ outcome: String) -> Bool {
    failures.isEmpty ? self.outcome == outcome : failures.contains(outcome)
  }
}

/// The sentence with which a device in another process has refused something.
package struct DeviceRefusal: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// Whether the product or the cloud reports a refusal with this error; other errors are failures of the run.
  static func isOne(_ error: any Error) -> Bool {
    error is DeviceRefusal || error is ChatError || error is CloudError
  }
}

/// A scenario asks a stage for something that it cannot do.
package struct StageFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
