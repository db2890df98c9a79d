package import CloudInProcess
package import CloudModel

/// Applies a plan to a cloud; applying it again has the same result.
package struct CloudPlanner: Sendable {
  let accounts: AccountService
  let containers: ContainerService

  package init(accounts: AccountService, containers: ContainerService) {
    self.accounts = accounts
    self.containers = containers
  }

  /// Returns the containers with the tokens that were made.
  ///
  /// Throws at the first failure; what was applied before it stays, and is not applied twice.
  @discardableResult
  package func apply(_ plan: CloudPlan) throws -> [ContainerDescription] {
    for account in plan.accounts { try accounts.apply(account) }
    return try plan.containers.map { try containers.apply($0) }
  }
}
