import CloudCore
import CloudModel
import CloudRules
import CloudWire

/// `tokens/…`: the registration of a device for notifications.
struct DeviceRoutes: Sendable {
  let relay: any NotificationRelay
  let sessions: SessionService

  func create(_ call: AuthenticatedCall) throws -> TokensCreateResponse {
    if call.hidesTexts { throw CloudError.hidesPushes }
    let request: TokensCreateRequest = try call.body()
    let caller = Caller(
      userRecordName: call.caller.userRecordName,
      clientID: request.clientId ?? call.caller.clientID, session: call.caller.session)
    let channel = try relay.openChannel(
      for: caller, in: call.partition, takesInvitations: call.extended)
    try requireSession(of: call)
    return TokensCreateResponse(
      apnsEnvironment: request.apnsEnvironment.rawValue,
      apnsToken: channel.apnsToken,
      webcourierURL: call.origin.url + channel.courierPath)
  }

  /// Gives the channel with this token to the caller's device.
  ///
  /// A token that this cloud did not issue is acknowledged: there is no other push service here.
  func register(_ call: AuthenticatedCall) throws -> [String: String] {
    if call.hidesTexts { throw CloudError.hidesPushes }
    let request: TokensRegisterRequest = try call.body()
    let caller = Caller(
      userRecordName: call.caller.userRecordName,
      clientID: request.clientId ?? call.caller.clientID, session: call.caller.session)
    try relay.register(apnsToken: request.apnsToken, for: caller, in: call.partition)
    try requireSession(of: call)
    return [:]
  }

  /// Closes the channels of the caller's session if it has ended since the request was let in.
  ///
  /// The end of a session closes the channels of that moment, so the channel is the session's before this looks.
  /// Throws `.notAuthenticated`.
  private func requireSession(of call: AuthenticatedCall) throws(CloudError) {
    let user = call.caller.userRecordName
    guard let session = call.caller.session, try !sessions.isOpen(session, of: user) else { return }
    relay.closeChannels(of: EndedSessions(of: user, .these([session])))
    throw CloudError(.notAuthenticated, "The session has ended.")
  }
}

/// Body of `tokens/register`.
struct TokensRegisterRequest: Decodable {
  var apnsEnvironment: CloudEnvironment
  var apnsToken: String
  var clientId: String?
}
