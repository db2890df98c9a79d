import CloudInProcess
import CloudModel
import CloudRules

/// `tokens/…`: how a device registers for notifications.
struct DeviceRoutes: Sendable {
  let courier: NotificationCourier

  func create(_ call: AuthenticatedCall) throws -> TokensCreateResponse {
    let request: TokensCreateRequest = try call.body()
    let caller = Caller(
      userRecordName: call.caller.userRecordName,
      clientID: request.clientId ?? call.caller.clientID)
    let channel = courier.openChannel(
      for: caller, in: call.partition, takesInvitations: call.extended)
    return TokensCreateResponse(
      apnsEnvironment: request.apnsEnvironment.rawValue,
      apnsToken: channel.apnsToken,
      webcourierURL: call.origin.url + channel.courierPath)
  }

  /// Gives the channel with this token to the caller's device.
  ///
  /// A token that this cloud did not issue is acknowledged: there is no other push service here.
  func register(_ call: AuthenticatedCall) throws -> [String: String] {
    let request: TokensRegisterRequest = try call.body()
    let caller = Caller(
      userRecordName: call.caller.userRecordName,
      clientID: request.clientId ?? call.caller.clientID)
    courier.register(apnsToken: request.apnsToken, for: caller, in: call.partition)
    return [:]
  }
}
