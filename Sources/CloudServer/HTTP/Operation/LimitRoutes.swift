import CloudInProcess
import CloudModel
import CloudRules

/// `limits`: quotas, the throttle, and how many write to a zone at a time.
struct LimitRoutes: Sendable {
  let cloud: Cloud

  @Sendable func show(_ call: AdministratorCall) -> any Encodable & Sendable {
    cloud.conditions.limits
  }

  @Sendable func change(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let request: LimitsChangeRequest = try call.json()
    guard request.account != nil || request.resetsQuota != true else {
      throw CloudError(
        .invalidArguments, "Only the quota of an account can be reset. Name the account.")
    }
    let limits = try cloud.store.writeRegistry { registry in
      let user = try request.account.map { try registry.userRecordName(ofAccount: $0) }
      return try registry.changeLimitSettings { present in
        let limits = present.changed(by: request, user: user)
        try limits.check()
        return limits
      }
    }
    cloud.conditions.setLimits(limits)
    return limits
  }
}
