import CloudDevices
import CloudKitCore
import CloudKitTesting

/// A cloud of a test's own, and people at it.
struct TestWorld {
  static let container = "iCloud.com.example.Tests"

  let cloud: LocalCloud

  /// Runs a test with a cloud, as `alice`, and ends the cloud afterwards.
  static func with(
    _ body: (TestWorld) async throws -> Void
  ) async throws {
    try await LocalCloud.with { try await body(TestWorld(cloud: $0)) }
  }

  /// A new device of a person; nil for nobody.
  func device(of person: String?, choices: CloudKitChoices = CloudKitChoices()) -> CloudDevice {
    CloudDevice(
      account: person.map { CloudDevice.Account(name: $0) }, defaultContainer: Self.container,
      choices: choices
    ) { [cloud] in cloud.connection }
  }

  /// The tests' container on a new device of a person.
  func container(of person: String? = "alice") -> CKContainer {
    CKContainer(identifier: Self.container, device: device(of: person))
  }
}
