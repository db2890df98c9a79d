package import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Synchronization

/// The cloud over the web protocol, as one user on one device.
package struct HTTPCloudContainer: CloudContainer {
  /// The proof of identity that each request carries.
  private enum Proof {
    case keys(AccountKeys)
    /// Nobody is signed in.
    case apiToken(String)
    /// The connection is an administrator's, who may ask for texts that the cloud hides.
    case administrator(revealsTexts: Bool)
  }

  let connection: CloudConnection
  package let userRecordName: String
  private let containerIdentifier: String
  private let environment: String
  private let proof: Proof
  private let clientID: String?
  /// The advice to people whose keys the cloud refuses, as a sentence.
  private let advice: String?
  /// The `ServerDescription.cloudID` of the account's cloud; nil until it is known.
  private let knownCloudID: @Sendable () -> String?
  private let doubt = Doubt()

  /// Whether another server than the account's was found at the address.
  private final class Doubt: Sendable {
    let isOpen = Mutex(false)
  }

  /// `clientID` names this device, so that its own changes are not announced back to it; `advice` ends the error of
  /// keys that the cloud refuses, and says what to do.
  ///
  /// `renewed` returns the account's present keys, which somebody else may have got since; a request whose keys are
  /// refused is sent again with others. `knownCloudID` is asked when they are refused too: where the name leads to
  /// another server, the account is not signed out.
  package init(
    connection: CloudConnection, credentials: AccountCredentials, clientID: String?,
    advice: String? = nil, knownCloudID: @escaping @Sendable () -> String? = { nil },
    renewed: @escaping @Sendable () -> AccountCredentials? = { nil }
  ) {
    self.connection = connection
    userRecordName = credentials.userRecordName
    containerIdentifier = credentials.containerIdentifier
    environment = credentials.environment
    proof = .keys(AccountKeys(credentials, renewed: renewed))
    self.clientID = clientID
    self.advice = advice
    self.knownCloudID = knownCloudID
  }

  /// A container of which only the public database can be read, because nobody is signed in.
  ///
  /// `apiToken` is a key of the container's environment, 64 hexadecimal digits.
  package init(
    connection: CloudConnection, apiToken: String, container: String,
    environment: CloudEnvironment, clientID: String?
  ) {
    self.connection = connection
    userRecordName = ""
    containerIdentifier = container
    self.environment = environment.rawValue
    proof = .apiToken(apiToken)
    self.clientID = clientID
    advice = nil
    knownCloudID = { nil }
  }

  /// A container as the cloud's administrator sees it in the name of a user, or, in the public database,
  /// in nobody's.
  ///
  /// Every call throws `.permissionFailure` for everybody who is not the administrator. `revealsTexts` asks for texts
  /// that the cloud hides; the cloud notes each answer with them.
  package init(
    administrator connection: CloudConnection, actingAs userRecordName: String?,
    container: String, environment: CloudEnvironment, revealsTexts: Bool = false
  ) {
    self.connection = connection
    self.userRecordName = userRecordName ?? ""
    containerIdentifier = container
    self.environment = environment.rawValue
    proof = .administrator(revealsTexts: revealsTexts)
    clientID = nil
    advice = nil
    knownCloudID = { nil }
  }

  package func database(with scope: DatabaseScope) -> any CloudDatabase {
    HTTPCloudDatabase(container: self, scope: scope)
  }

  package func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata {
    try await onlyShare(
      "records/resolve",
      ShareGUIDsRequest(
        shortGUID: shortGUID, shouldFetchRootRecord: shouldFetchRootRecord ? true : nil,
        rootRecordDesiredKeys: rootRecordDesiredKeys))
  }

  package func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await onlyShare("records/accept", ShareGUIDsRequest(shortGUID: shortGUID))
  }

  package func decline(shortGUID: String) async throws(CloudError) {
    let _: [String: String] = try await send(
      .POST, "/extension/1/invitations/decline",
      json: ShareGUIDsRequest(shortGUID: shortGUID))
  }

  package func userIdentity(
    forAccountName name: String
  ) async throws(CloudError) -> UserIdentity {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_~"))
    let segment = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    guard !segment.isEmpty else { throw CloudError(.unknownItem, "No user has an empty name") }
    let answer: AccountLookupResponse = try await send(
      .GET, "/extension/1/accounts/\(segment)")
    return UserIdentity(
      userRecordName: answer.userRecordName, accountName: answer.name, givenName: answer.name,
      lookupName: answer.name)
  }

  package func currentUserIdentity() async throws(CloudError) -> UserIdentity {
    let answer: UsersCallerResponse = try await get("users/current", in: .public)
    return answer.identity
  }

  package func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>] {
    guard !lookups.isEmpty else { return [:] }
    let answer: UsersDiscoverResponse = try await post(
      "users/discover", in: .public, UsersDiscoverRequest(lookups))
    var results: [UserLookup: Result<UserIdentity, CloudError>] = [:]
    for user in answer.users {
      if let lookup = user.lookupInfo?.lookup { results[lookup] = .success(user.identity) }
    }
    for lookup in lookups where results[lookup] == nil { results[lookup] = .failure(.userNotFound) }
    return results
  }

  package func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    let answer: ShareMetadataResponse = try await send(.GET, "/extension/1/invitations")
    return answer.results.compactMap { entry in
      guard case .metadata(let invitation) = entry else { return nil }
      // One that this program cannot read does not hide the others.
      return try? invitation.metadata(currentUser: userRecordName)
    }
  }

  package func storage(inZone zoneName: String?) async throws(CloudError) -> StorageUsage {
    let zone = zoneName.map { [(name: "zone", value: $0)] } ?? []
    return try await send(.GET, "/extension/1/storage", parameters: zone)
  }

  package func limitMembers(
    ofZone zoneName: String, to bytes: Int64?
  ) async throws(CloudError) -> StorageUsage {
    try await send(
      .POST, "/extension/1/storage",
      json: MemberLimitRequest(zone: zoneName, memberBytes: bytes ?? 0))
  }

  package func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    let answer: TokensCreateResponse = try await send(
      .POST, "/device/1/\(place)/tokens/create",
      json: TokensCreateRequest(
        apnsEnvironment: try CloudEnvironment(word: environment, at: "environment"),
        clientId: clientID))
    // The cloud cannot know the name under which clients reach it, so only the path and query of its URL
    // count.
    guard let url = URLComponents(string: answer.webcourierURL),
      url.percentEncodedPath.hasPrefix("/")
    else { throw CloudError(.serviceUnavailable, "The cloud's answer has no courier URL.") }
    let query = url.percentEncodedQuery.map { "?\($0)" } ?? ""
    return NotificationChannel(courierPath: url.percentEncodedPath + query)
  }

  package func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    let answer = try await connection.poll(channel.courierPath)
    guard !answer.isEmpty else { return nil }
    do {
      return try JSONDecoder().decode(NotificationFrame.self, from: answer).push
    } catch {
      throw CloudError(.serviceUnavailable, "The courier's answer cannot be read.")
    }
  }

  /// Posts to an operation of one of the databases.
  func post<Answer: Decodable>(
    _ operation: String, in scope: DatabaseScope, _ body: any Encodable
  ) async throws(CloudError) -> Answer {
    try await send(.POST, path(operation, in: scope), json: body)
  }

  func get<Answer: Decodable>(
    _ operation: String, in scope: DatabaseScope
  ) async throws(CloudError) -> Answer {
    try await send(.GET, path(operation, in: scope))
  }

  /// Sends a request in the user's name.
  ///
  /// A server that has refused the keys gets no others before it has said that it is the account's; and if it is
  /// another one, it gets none again.
  func send<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, parameters: [(name: String, value: String)] = [],
    json body: (any Encodable)? = nil
  ) async throws(CloudError) -> Answer {
    let used = keys?.present
    if used != nil, doubt.isOpen.withLock({ $0 }), let stranger = try await strangersAnswer() {
      throw stranger
    }
    var refusal: CloudError
    do {
      return try await connection.send(
        method, path, query: query(used) + parameters, headers: headers, json: body)
    } catch {
      refusal = error
    }
    guard refusal.code == .notAuthenticated, let used else { throw refusal }
    // If the server cannot say who it is, its refusal counts.
    if let stranger = try? await strangersAnswer() { throw stranger }
    if let others = keys?.renewed(after: used) {
      do {
        return try await connection.send(
          method, path, query: query(others) + parameters, headers: headers, json: body)
      } catch {
        refusal = error
      }
    }
    if refusal.code == .notAuthenticated {
      // What has happened comes first: a title has room for no more.
      refusal.reason = "Signed out. The cloud does not accept this account's keys any more."
      if let advice { refusal.reason += " " + advice }
    }
    throw refusal
  }

  /// The error where another server answers at this address than the account's; nil if it is the same.
  ///
  /// Keys that are unknown there say nothing about the account, so the client goes on as without a connection.
  private func strangersAnswer() async throws(CloudError) -> CloudError? {
    guard let known = knownCloudID() else { return nil }
    let found = try await CloudAdministration(connection: connection).server().cloudID
    doubt.isOpen.withLock { $0 = found != known }
    guard found != known else { return nil }
    return CloudError(
      .networkUnavailable,
      "Another server answers at \(connection.address) than the one of this account. "
        + "Do not type your passphrase there; try another network, or ask the server's administrator. "
        + "If it was set up anew, sign in there again.")
  }

  private func onlyShare(
    _ operation: String, _ request: ShareGUIDsRequest
  ) async throws(CloudError) -> ShareMetadata {
    let answer: ShareMetadataResponse = try await post(operation, in: .public, request)
    guard let share = answer.results.first else {
      throw CloudError(.serviceUnavailable, "The cloud's answer has no share in it.")
    }
    return try share.metadata(currentUser: userRecordName)
  }

  private var place: String { "\(CloudConnection.escaped(containerIdentifier))/\(environment)" }

  private func path(_ operation: String, in scope: DatabaseScope) -> String {
    "/database/1/\(place)/\(scope.pathComponent)/\(operation)"
  }

  /// Nil for whoever is not signed in, and for an administrator.
  private var keys: AccountKeys? {
    guard case .keys(let keys) = proof else { return nil }
    return keys
  }

  private func query(_ keys: AccountKeys.Pair?) -> [(name: String, value: String)] {
    var query: [(name: String, value: String)] = []
    if let keys {
      query = [
        (name: "ckAPIToken", value: keys.apiToken),
        (name: "ckWebAuthToken", value: keys.webAuthToken),
      ]
    } else if case .apiToken(let apiToken) = proof {
      query = [(name: "ckAPIToken", value: apiToken)]
    } else if case .administrator(revealsTexts: true) = proof {
      query = [(name: "reveal", value: "true")]
    }
    if let clientID { query.append((name: "clientId", value: clientID)) }
    return query
  }

  private var headers: [String: String] {
    guard case .administrator = proof else { return [:] }
    return [ExtensionHeader.account: userRecordName]
  }
}
