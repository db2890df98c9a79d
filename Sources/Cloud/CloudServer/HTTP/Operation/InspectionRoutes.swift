import CloudCore
import CloudModel
import CloudRules

/// `inspect/SUBJECT`: the contents of the store, for people.
struct InspectionRoutes: Sendable {
  static let parameters = ["account", "container", "environment", "zone", "limit", "after"]

  let store: any CloudStore

  @Sendable func inspect(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    guard let subject = InspectionSubject(rawValue: call.parameter("subject")) else {
      throw RequestFailure.unknownEndpoint
    }
    if let environment = call.option("environment"),
      CloudEnvironment(anyWord: environment) == nil
    {
      throw CloudError(.invalidArguments, "An environment is ‘development’ or ‘production’.")
    }
    let query = InspectionQuery(
      subject, account: call.option("account"), container: call.option("container"),
      environment: call.option("environment")?.lowercased(), zone: call.option("zone"),
      limit: try call.count("limit") ?? InspectionQuery.mostRows,
      offset: try call.count("after") ?? 0)
    return try store.readRegistry { registry in
      if let account = query.account { _ = try registry.userRecordName(ofAccount: account) }
      if let container = query.container,
        try !registry.partitions().contains(where: { $0.partition.container == container })
      {
        throw CloudError(.unknownItem, "There is no container \(container).")
      }
      return try registry.inspect(query)
    }
  }
}
