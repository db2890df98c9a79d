import CloudClient
import CloudModel

/// A running cloud as a test uses it: people sign up, and sign in on their devices.
struct TestCloud: Sendable {
  /// Creates an account and signs in on a device of this name.
  var signUp: @Sendable (_ name: String, _ device: String) async throws -> any CloudContainer
  /// Signs an account in on another device.
  var signIn: @Sendable (_ name: String, _ device: String) async throws -> any CloudContainer

  func signUp(_ name: String) async throws -> any CloudContainer {
    try await signUp(name, "\(name)-1")
  }
}
