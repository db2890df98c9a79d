package import CloudInProcess
package import CloudModel

/// Makes a cloud what a plan says: as often as it is asked, with the same end.
package struct CloudPlanner: Sendable {
  let accounts: AccountService
  let containers: ContainerService

  package init(accounts: AccountService, containers: ContainerService) {
    self.accounts = accounts
    self.containers = containers
  }

  /// Returns the containers with the tokens that were made.
  ///
  /// Throws at the first thing that cannot be; what came before it is done, and is not done twice.
  @discardableResult
  package func apply(_ plan: CloudPlan) throws -> [ContainerDescription] {
    for account in plan.accounts { try accounts.apply(account) }
    return try plan.containers.map { try containers.apply($0) }
  }
}
