package import CloudModel
import CloudRules
package import CloudWire

/// Applies a plan to a cloud; applying it again has the same result.
package struct CloudPlanner: Sendable {
  let accounts: AccountService
  let containers: ContainerService
  /// Called with the user whose sessions have ended, for what lives outside of the store.
  let signedOut: @Sendable (String) -> Void

  package init(
    accounts: AccountService, containers: ContainerService,
    signedOut: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.accounts = accounts
    self.containers = containers
    self.signedOut = signedOut
  }

  /// Returns the containers with the tokens that were made, and the accounts that have another passphrase now.
  ///
  /// Throws at the first failure, with the account or container that has failed; everything applied before it stays,
  /// and is not applied twice. `skip` gets, if it is there, what the cloud's data forbid, and the rest is applied.
  @discardableResult
  package func apply(
    _ plan: CloudPlan, skipping skip: ((CloudError) -> Void)? = nil
  ) throws -> ContainersResponse {
    try Self.checkTwins(plan)
    var ended: [ContainersResponse.EndedSessions] = []
    for account in plan.accounts {
      let applied = try CloudError.skipping(to: skip) {
        try Self.naming("account ‘\(account.name)’") { try accounts.apply(account) }
      }
      guard let applied, let sessions = applied.endedSessions else { continue }
      signedOut(applied.account.userRecordName)
      ended.append(.init(account: applied.account.name, sessions: sessions))
    }
    let descriptions = try plan.containers.map { container in
      try Self.naming("container ‘\(container.identifier)’") {
        let description = try containers.apply(container)
        try containers.makeRecords(of: container, skipping: skip)
        return description
      }
    }
    if let limits = plan.limits {
      // Those of an account, which may be gone.
      _ = try CloudError.skipping(to: skip) {
        try Self.naming("limits") { try containers.cloud.changeLimits(limits) }
      }
    }
    return ContainersResponse(
      containers: descriptions, endedSessions: ended.isEmpty ? nil : ended)
  }

  /// Refuses a plan that has an account or a record twice: one of the two would silently win.
  private static func checkTwins(_ plan: CloudPlan) throws {
    var accounts: Set<String> = []
    for account in plan.accounts where !accounts.insert(account.name.lowercased()).inserted {
      throw twin.named("In the account ‘\(account.name)’")
    }
    for container in plan.containers {
      for environment in container.environments {
        var records: Set<[String]> = []
        for (index, record) in (environment.records ?? []).enumerated()
        where !records.insert(record.place).inserted {
          let name =
            "\(environment.environment.rawValue) record \(index + 1) ‘\(record.recordName)’"
          throw twin.named(name).named("In the container ‘\(container.identifier)’")
        }
      }
    }
  }

  private static let twin = CloudError(
    .invalidArguments, "It is there twice. Keep one of them.")

  private static func naming<Result>(
    _ subject: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as CloudError {
      throw error.named("In the \(subject)")
    }
  }
}

extension CloudError {
  /// Does `body`; its error says that it is about `subject`.
  static func naming<Result>(
    _ subject: String, _ body: () throws(CloudError) -> Result
  ) throws(CloudError) -> Result {
    do throws(CloudError) {
      return try body()
    } catch {
      throw error.named(subject)
    }
  }

  /// Does `body`; where there is `skip`, it gets what the cloud's data forbid, and the result is nil.
  static func skipping<Result>(
    to skip: ((CloudError) -> Void)?, _ body: () throws -> Result
  ) throws -> Result? {
    do {
      return try body()
    } catch let error as CloudError {
      guard let skip, error.isByData else { throw error }
      skip(error)
      return nil
    }
  }

  /// Whether a plan that was applied once may fail with this later, by what people have done since.
  private var isByData: Bool {
    switch code {
    case .constraintViolation, .unknownItem, .quotaExceeded, .limitExceeded, .permissionFailure,
      .referenceViolation:
      true
    default: false
    }
  }

  /// The same with what it is about before the reason.
  func named(_ subject: String) -> CloudError {
    var error = self
    error.reason = "\(subject): \(reason)"
    return error
  }
}

extension ContainerPlan.Record {
  /// The identity of the record among all records of its environment.
  fileprivate var place: [String] {
    let isPublic = database == .public
    return [
      isPublic ? "" : account.lowercased(), isPublic ? "public" : "private",
      zone ?? RecordZoneID.defaultZoneName, recordName,
    ]
  }
}
