import CloudModel

/// Body of `tokens/register`.
struct TokensRegisterRequest: Decodable {
  var apnsEnvironment: CloudEnvironment
  var apnsToken: String
  var clientId: String?
}
