import CloudCore
import CloudModel
import CloudRules
import CloudWire

/// `zones/…`: events of zones that happen by themselves in Apple's service.
struct ZoneEndingRoutes: Sendable {
  let cloud: Cloud
  let defaultPartition: Partition

  @Sendable func expireTokens(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let request: ZoneEndingRequest = try call.json()
    let (administration, user, zoneID) = try target(of: call)
    let scopes = try Self.databases(request)
    if let zoneID {
      try administration.expireTokens(ofZone: zoneID)
    } else {
      for scope in scopes { try administration.expireTokens(of: user, in: scope) }
    }
    return AdministratorCall.done
  }

  private static func databases(_ request: ZoneEndingRequest) throws(CloudError) -> [DatabaseScope]
  {
    guard let name = request.database else { return [.private, .shared] }
    guard request.zoneName == nil, let scope = DatabaseScope(pathComponent: name),
      scope != .public
    else {
      throw CloudError(
        .invalidArguments, "‘database’ is ‘private’ or ‘shared’, and goes without ‘zoneName’.")
    }
    return [scope]
  }

  @Sendable func purge(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let (administration, _, zoneID) = try target(of: call)
    try administration.purge(try Self.required(zoneID))
    return AdministratorCall.done
  }

  @Sendable func resetEncryption(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let (administration, _, zoneID) = try target(of: call)
    try administration.resetEncryptedData(of: try Self.required(zoneID))
    return AdministratorCall.done
  }

  private func target(
    of call: AdministratorCall
  ) throws -> (administration: PartitionAdministration, user: String, zoneID: RecordZoneID?) {
    let request: ZoneEndingRequest = try call.json()
    var partition = defaultPartition
    if let container = request.container { partition.container = container }
    if let name = request.environment {
      guard let environment = CloudEnvironment(anyWord: name) else {
        throw CloudError(.invalidArguments, "An environment is ‘development’ or ‘production’.")
      }
      partition.environment = environment
    }
    let user = try cloud.store.readRegistry {
      try $0.userRecordName(ofAccount: request.account)
    }
    return (
      cloud.administration(of: partition), user,
      request.zoneName.map { RecordZoneID(zoneName: $0, ownerName: user) }
    )
  }

  private static func required(_ zoneID: RecordZoneID?) throws(CloudError) -> RecordZoneID {
    guard let zoneID else {
      throw CloudError(.invalidArguments, "The zone is missing. Name it in ‘zoneName’.")
    }
    return zoneID
  }
}
