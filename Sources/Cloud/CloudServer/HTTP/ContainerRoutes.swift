import CloudCore
import CloudModel
import CloudWire
import HTTPTypes
import Hummingbird

/// `/extension/1/containers…` and `/extension/1/plan`, for operators.
struct ContainerRoutes: Sendable {
  let authenticator: Authenticator
  /// Applies plans to the cloud.
  let planner: CloudPlanner

  private var containers: ContainerService { authenticator.containers }

  func add(to router: Router<CloudRequestContext>) {
    let base = "extension/1/containers"
    authenticator.administer(
      router, base,
      [
        .get: { _ in ContainersResponse(containers: try containers.containers()) },
        .post: { call in
          let body: ContainerCreateRequest = try call.json()
          return try containers.create(body.identifier)
        },
      ])
    authenticator.administer(
      router, base + "/:container",
      [
        .get: { try containers.container(try $0.container) },
        .delete: { call in
          try containers.delete(try call.container)
          return AdministratorCall.done
        },
      ])
    authenticator.administer(
      router, "extension/1/plan",
      [.post: { try planner.apply(try $0.json()) }])
    addEnvironment(to: router, base + "/:container/:environment")
  }

  private func addEnvironment(to router: Router<CloudRequestContext>, _ path: String) {
    authenticator.administer(
      router, path + "/settings",
      [
        .get: { try containers.settings(of: try $0.partition) },
        .post: { try containers.change(try $0.json(), of: try $0.partition) },
      ])
    authenticator.administer(
      router, path + "/tokens",
      [.post: { try containers.addToken(try $0.json(), to: try $0.partition) }])
    authenticator.administer(
      router, path + "/tokens/:name",
      [
        .delete: { call in
          try containers.deleteToken(named: call.parameter("name"), of: try call.partition)
          return AdministratorCall.done
        }
      ])
    authenticator.administer(
      router, path + "/keys",
      [.post: { try containers.addKey(try $0.json(), to: try $0.partition) }])
    authenticator.administer(
      router, path + "/keys/:keyID",
      [
        .delete: { call in
          try containers.deleteKey(id: call.parameter("keyID"), of: try call.partition)
          return AdministratorCall.done
        }
      ])
    authenticator.administer(
      router, path + "/reset",
      [
        .post: { call in
          try call.requireNoBody()
          try containers.reset(try call.partition)
          return AdministratorCall.done
        }
      ])
  }
}
