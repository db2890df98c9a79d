import CloudModel
import CloudRules

/// `inspect/SUBJECT`: what is in the store, for people.
struct InspectionRoutes: Sendable {
  let store: any CloudStore

  @Sendable func inspect(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    guard let subject = InspectionSubject(rawValue: call.parameter("subject")) else {
      throw RequestFailure.unknownEndpoint
    }
    let query = InspectionQuery(
      subject, account: call.option("account"), container: call.option("container"),
      environment: call.option("environment")?.lowercased(), zone: call.option("zone"),
      limit: try call.count("limit") ?? InspectionQuery.mostRows,
      offset: try call.count("after") ?? 0)
    return try store.readRegistry { try $0.inspect(query) }
  }
}
