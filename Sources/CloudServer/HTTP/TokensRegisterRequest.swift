/// Body of `tokens/register`.
struct TokensRegisterRequest: Decodable {
  var apnsEnvironment: String
  var apnsToken: String
  var clientId: String?
}
