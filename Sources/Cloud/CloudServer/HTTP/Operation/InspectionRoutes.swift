import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation

/// `inspect/SUBJECT`: the contents of the store, for people.
struct InspectionRoutes: Sendable {
  static let parameters = [
    "account", "container", "environment", "zone", "limit", "after", TextVeil.parameter,
  ]

  let store: any CloudStore
  let veil: TextVeil

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
    let page = try store.readRegistry { registry in
      if let account = query.account { _ = try registry.userRecordName(ofAccount: account) }
      if let container = query.container,
        try !registry.partitions().contains(where: { $0.partition.container == container })
      {
        throw CloudError(.unknownItem, "There is no container \(container).")
      }
      return try registry.inspect(query)
    }
    guard subject.hasTexts else { return page }
    let isDrawn = try veil.isDrawn(isRevealed: call.flag(TextVeil.parameter)) { _ in
      let places = Self.parameters.prefix { $0 != "limit" }.compactMap { name in
        call.option(name).map { "\(name) \(TextVeil.cut($0))" }
      }
      return (["inspect \(subject.rawValue)"] + places).joined(separator: ", ")
    }
    guard isDrawn else { return page }
    return try JSONDecoder().decode(JSONValue.self, from: page.json()).hidingTexts
  }
}

extension InspectionSubject {
  /// Whether its rows can have texts of people.
  fileprivate var hasTexts: Bool {
    switch self {
    case .records, .subscriptions, .setAside: true
    case .accounts, .containers, .zones, .shares, .feeds, .assets: false
    }
  }
}
