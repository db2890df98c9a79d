import CloudModel

/// `tokens/…`: how a device comes to be notified.
struct DeviceRoutes: Sendable {
  let courier: NotificationCourier
  let surroundings: Surroundings

  /// `authority` is the host under which the client reached the cloud.
  func create(_ exchange: Exchange, authority: String) throws -> TokensCreateResponse {
    let request: TokensCreateRequest = try exchange.body()
    let caller = Caller(
      userRecordName: exchange.caller.userRecordName,
      clientID: request.clientId ?? exchange.caller.clientID)
    let channel = courier.openChannel(for: caller, takesInvitations: exchange.extended)
    return TokensCreateResponse(
      apnsEnvironment: request.apnsEnvironment,
      apnsToken: surroundings.randomHex(byteCount: 32),
      webcourierURL: "http://\(authority)\(channel.courierPath)")
  }

  /// Acknowledges; there is no other push service to register with.
  func register(_ exchange: Exchange) throws -> [String: String] {
    let _: TokensRegisterRequest = try exchange.body()
    return [:]
  }
}
