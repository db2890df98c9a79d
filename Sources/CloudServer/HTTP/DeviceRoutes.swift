import CloudInProcess
import CloudModel
import CloudRules

/// `tokens/…`: how a device registers for notifications.
struct DeviceRoutes: Sendable {
  let courier: NotificationCourier

  func create(_ exchange: Exchange) throws -> TokensCreateResponse {
    let request: TokensCreateRequest = try exchange.body()
    let caller = Caller(
      userRecordName: exchange.caller.userRecordName,
      clientID: request.clientId ?? exchange.caller.clientID)
    let channel = courier.openChannel(
      for: caller, in: exchange.partition, takesInvitations: exchange.extended)
    return TokensCreateResponse(
      apnsEnvironment: request.apnsEnvironment,
      apnsToken: channel.apnsToken,
      webcourierURL: exchange.origin.url + channel.courierPath)
  }

  /// Gives the channel with this token to the caller's device.
  ///
  /// A token that this cloud did not issue is acknowledged: there is no other push service here.
  func register(_ exchange: Exchange) throws -> [String: String] {
    let request: TokensRegisterRequest = try exchange.body()
    let caller = Caller(
      userRecordName: exchange.caller.userRecordName,
      clientID: request.clientId ?? exchange.caller.clientID)
    courier.register(apnsToken: request.apnsToken, for: caller, in: exchange.partition)
    return [:]
  }
}
