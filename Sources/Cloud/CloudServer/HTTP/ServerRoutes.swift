import CloudCore
import CloudModel
import CloudRules
import HTTPTypes
import Hummingbird

/// `GET /extension/1/server` and `GET /extension/1/links/SHORTGUID`: what everybody learns of a server and of a link,
/// before there is an account.
///
/// Nothing in an answer comes from the request but which link it is about: not its `Host` and none of its keys.
struct ServerRoutes: Sendable {
  let cloud: Cloud
  /// The partition of ZoneChat's own chats, to which its links lead.
  let partition: Partition
  let publicURL: PublicURL?
  /// For people.
  let name: String?
  /// The page where people get the program.
  let programURL: String?
  let version: String

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/server", but: [.get])
    router.on("extension/1/server", method: .get) { _, _ in
      try await cloud.store.onThread { try Response(json: try description()) }
    }
    router.onEveryMethod("extension/1/links/:guid", but: [.get])
    router.on("extension/1/links/:guid", method: .get) { _, context in
      let shortGUID = context.parameters.get("guid") ?? ""
      return try await cloud.store.onThread {
        try Response(json: try link(shortGUID))
      }
    }
  }

  /// Blocks on the disk.
  func description() throws -> ServerDescription {
    let limits = cloud.conditions.limits
    return ServerDescription(
      product: ServerDescription.product, version: version, cloudID: try cloud.ensureIdentity(),
      name: name, publicURL: publicURL.flatMap { ServerOrigin($0.text)?.description },
      signUp: limits.signUpPolicy, membersMayInvite: limits.membersInvite > 0)
  }

  /// Throws `.unknownItem` for a link that leads nowhere; blocks on the disk.
  func link(_ shortGUID: String) throws(CloudError) -> LinkDescription {
    try cloud.service(for: partition).linkDescription(ofShortGUID: shortGUID)
  }
}
