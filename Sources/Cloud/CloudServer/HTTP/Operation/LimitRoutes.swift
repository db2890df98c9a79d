import CloudCore
import CloudModel
import CloudRules

/// `limits`: quotas, the throttle, and how many write to a zone at a time.
struct LimitRoutes: Sendable {
  let cloud: Cloud

  @Sendable func show(_ call: AdministratorCall) -> any Encodable & Sendable {
    cloud.conditions.limits
  }

  @Sendable func change(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    try cloud.changeLimits(try call.json())
  }
}
