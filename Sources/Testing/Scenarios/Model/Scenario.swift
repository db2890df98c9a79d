/// People with their devices, what they do, and what must be true then: a test that can be read.
package struct Scenario: Sendable, Equatable {
  package struct Person: Sendable, Equatable {
    /// The name of the account.
    package var name: String
    /// At least one.
    package var devices: [DeviceName]

    /// A person with the devices of these names, or with one.
    package init(_ name: String, devices: [String] = []) {
      self.name = name
      self.devices =
        devices.isEmpty
        ? [DeviceName(person: name)] : devices.map { DeviceName(person: name, device: $0) }
    }
  }

  package var title: String
  /// A sentence that tells a reader what the scenario shows.
  package var about: String?
  package var people: [Person]
  package var noise: Noise?
  package var steps: [ScenarioStep]

  package init(
    title: String, about: String? = nil, people: [Person], noise: Noise? = nil,
    steps: [ScenarioStep]
  ) {
    self.title = title
    self.about = about
    self.people = people
    self.noise = noise
    self.steps = steps
  }

  package var devices: [DeviceName] { people.flatMap(\.devices) }
}

/// A device of a person: `alice`, or `alice.phone` where she has several.
package struct DeviceName: Sendable, Hashable, CustomStringConvertible {
  package var person: String
  /// Nil for a person's only device.
  package var device: String?

  package init(person: String, device: String? = nil) {
    self.person = person
    self.device = device
  }

  package var description: String { device.map { "\(person).\($0)" } ?? person }
}

/// The faults that happen by chance while a scenario runs on a virtual clock, decided by a seed.
///
/// Scenarios that the simulation writes have them. The other scenarios name each fault and its time themselves.
package struct Noise: Sendable, Equatable {
  package var seed: UInt64
  /// The mean time of a request on its way, one way.
  package var latency: Duration
  /// The chance of each trouble, by its name; `Noise.Trouble`.
  package var chances: [String: Double]
  /// The most records in a page of changes, and in a batch that is accepted; nil for the cloud's own limits.
  package var pageLimit: Int?
  package var batchLimit: Int?
  /// When the troubles begin and end; everything that fails by chance does so between them.
  package var begin: Duration
  package var end: Duration
  /// A rule of the engine that is broken on purpose.
  package var brokenRule: String?
  /// Whether everyone gets a new device at the end, which is compared with the old ones.
  package var welcomesDevices: Bool
  /// Whether the world is watched for a while after it has come to rest.
  package var isWatched: Bool

  package init(
    seed: UInt64, latency: Duration, chances: [String: Double] = [:], pageLimit: Int? = nil,
    batchLimit: Int? = nil, begin: Duration = .zero, end: Duration, brokenRule: String? = nil,
    welcomesDevices: Bool = false, isWatched: Bool = false
  ) {
    self.seed = seed
    self.latency = latency
    self.chances = chances
    self.pageLimit = pageLimit
    self.batchLimit = batchLimit
    self.begin = begin
    self.end = end
    self.brokenRule = brokenRule
    self.welcomesDevices = welcomesDevices
    self.isWatched = isWatched
  }
}
