package import CloudModel

/// Bodies of `tokens/create`.
package struct TokensCreateRequest: Codable, Sendable {
  package var apnsEnvironment: CloudEnvironment
  /// The device that makes the request; its own changes are not announced to it.
  package var clientId: String?

  package init(apnsEnvironment: CloudEnvironment, clientId: String?) {
    self.apnsEnvironment = apnsEnvironment
    self.clientId = clientId
  }
}

package struct TokensCreateResponse: Codable, Sendable {
  package var apnsEnvironment: String
  package var apnsToken: String
  package var webcourierURL: String

  package init(apnsEnvironment: String, apnsToken: String, webcourierURL: String) {
    self.apnsEnvironment = apnsEnvironment
    self.apnsToken = apnsToken
    self.webcourierURL = webcourierURL
  }
}
