package import CloudModel
import CloudRules

extension Cloud {
  /// Changes and stores limits, which take effect at once; returns all limits.
  ///
  /// Throws `.invalidArguments` for values that make no sense, and then changes nothing.
  @discardableResult
  package func changeLimits(_ request: CloudLimitChanges) throws -> CloudLimitSettings {
    guard request.account != nil || request.resetsQuota != true else {
      throw CloudError(
        .invalidArguments, "Only the quota of an account can be reset. Name the account.")
    }
    let limits = try store.writeRegistry { registry in
      let user = try request.account.map { try registry.userRecordName(ofAccount: $0) }
      return try registry.changeLimitSettings { present in
        let limits = present.changed(by: request, user: user)
        try limits.check()
        return limits
      }
    }
    conditions.setLimits(limits)
    return limits
  }
}
