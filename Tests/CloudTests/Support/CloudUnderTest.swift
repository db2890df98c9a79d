import CloudClient
import CloudModel
import Testing

/// A running cloud as a test uses it: people sign up, and sign in on their devices.
struct CloudUnderTest: Sendable {
  /// Creates an account and signs in on a device of this name.
  var signUp: @Sendable (_ name: String, _ device: String) async throws -> any CloudContainer
  /// Signs an account in on another device.
  var signIn: @Sendable (_ name: String, _ device: String) async throws -> any CloudContainer
  /// The container as it is used while nobody is signed in; somebody has signed up before.
  var signedOut: @Sendable () async throws -> any CloudContainer = {
    throw CloudError(.notAuthenticated, "This cloud is for people who are signed in.")
  }

  func signUp(_ name: String) async throws -> any CloudContainer {
    try await signUp(name, "\(name)-1")
  }
}

extension CloudDatabase {
  /// Saves subscriptions that cannot but be saved.
  func subscribe(_ subscriptions: Subscription...) async throws {
    let results = try await modifySubscriptions(saving: subscriptions, deleting: []).saveResults
    for subscription in subscriptions {
      let saved = try results[subscription.subscriptionID]?.get()
      #expect(saved == subscription)
    }
  }
}
