import CloudCore
import CloudModel
import CloudWire
import HTTPTypes
import Hummingbird

/// `/extension/1/administration/…`: the accounts as an administrator sees and changes them, and the log of such
/// changes.
struct AccountAdministrationRoutes: Sendable {
  let authenticator: Authenticator
  let accounts: AccountAdministration

  func add(to router: Router<CloudRequestContext>) {
    let place = "extension/1/administration"
    authenticator.administer(
      router, "\(place)/accounts", parameters: ["after"],
      [.get: { call in try accounts.accounts(after: call.option("after")) }])
    authenticator.administer(
      router, "\(place)/accounts/:name",
      [
        .post: { call in
          let change: AccountChange = try call.json()
          guard change != AccountChange() else {
            throw CloudError(
              .invalidArguments,
              "The body says no change: isDisabled, endsSessions or closesLinks.")
          }
          return try accounts.change(call.parameter("name"), change)
        },
        .delete: { call in try accounts.delete(call.parameter("name")) },
      ])
    authenticator.administer(
      router, "\(place)/log", parameters: ["after"],
      [.get: { call in try accounts.log(after: try call.count("after").map { Int64($0) }) }])
  }
}
