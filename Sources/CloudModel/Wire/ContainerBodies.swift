/// Answer to `GET /extension/1/containers`.
package struct ContainersResponse: Codable, Sendable {
  package var containers: [ContainerDescription]

  package init(containers: [ContainerDescription]) { self.containers = containers }
}

/// Body of `POST /extension/1/containers/ID/ENVIRONMENT/settings` is `EnvironmentSettings`, of
/// `…/tokens` a `ContainerPlan.APIToken`, of `…/keys` a `ContainerPlan.ServerKey`, of
/// `POST /extension/1/plan` a `CloudPlan`; the body of `POST /extension/1/containers` is this type.
package struct ContainerCreateRequest: Codable, Sendable {
  package var identifier: String

  package init(identifier: String) { self.identifier = identifier }
}
