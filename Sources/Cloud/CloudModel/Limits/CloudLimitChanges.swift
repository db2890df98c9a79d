/// The limits to change; the others stay.
package struct CloudLimitChanges: Codable, Sendable, Equatable {
  /// Whose quota is meant: an account's name or user record name; nil is everybody's.
  package var account: String?
  package var quotaBytes: Int64?
  /// If true, the account gets the general quota again.
  package var resetsQuota: Bool?
  package var throttle: RequestRate?
  /// If true, throttling ends.
  package var endsThrottle: Bool?
  package var zoneWriters: Int?
  package var zonesPerUser: Int?
  package var signUpsPerHour: Int?
  package var lookupsPerHour: Int?
  package var publicQuotaBytes: Int64?
  package var indexLagMilliseconds: Int64?
  package var queryDelayMilliseconds: Int64?
  package var tokenLifetimeSeconds: Int64?
  package var signUp: SignUpPolicy?
  package var membersInvite: Int?
  package var sessionIdleSeconds: Int64?

  package init(
    account: String? = nil, quotaBytes: Int64? = nil, resetsQuota: Bool? = nil,
    throttle: RequestRate? = nil, endsThrottle: Bool? = nil, zoneWriters: Int? = nil,
    zonesPerUser: Int? = nil, signUpsPerHour: Int? = nil, lookupsPerHour: Int? = nil,
    publicQuotaBytes: Int64? = nil, indexLagMilliseconds: Int64? = nil,
    queryDelayMilliseconds: Int64? = nil, tokenLifetimeSeconds: Int64? = nil,
    signUp: SignUpPolicy? = nil, membersInvite: Int? = nil, sessionIdleSeconds: Int64? = nil
  ) {
    self.account = account
    self.quotaBytes = quotaBytes
    self.resetsQuota = resetsQuota
    self.throttle = throttle
    self.endsThrottle = endsThrottle
    self.zoneWriters = zoneWriters
    self.zonesPerUser = zonesPerUser
    self.signUpsPerHour = signUpsPerHour
    self.lookupsPerHour = lookupsPerHour
    self.publicQuotaBytes = publicQuotaBytes
    self.indexLagMilliseconds = indexLagMilliseconds
    self.queryDelayMilliseconds = queryDelayMilliseconds
    self.tokenLifetimeSeconds = tokenLifetimeSeconds
    self.signUp = signUp
    self.membersInvite = membersInvite
    self.sessionIdleSeconds = sessionIdleSeconds
  }

  /// Asks for a throttle of this many requests a second, `burst` of them at once; nil is those of a second, and a rate
  /// of 0 ends the throttle.
  package mutating func setThrottle(perSecond rate: Double, burst: Int?) {
    guard rate != 0 else { return endsThrottle = true }
    // The cloud refuses a rate that is no such number.
    let second = Int(exactly: rate.rounded(.down)) ?? .max
    throttle = RequestRate(perSecond: rate, burst: burst ?? max(1, second))
  }
}

extension CloudLimitSettings {
  /// The settings after a change; `user` is the account that it names.
  package func changed(by request: CloudLimitChanges, user: String?) -> CloudLimitSettings {
    var next = self
    if let user {
      if request.resetsQuota == true { next.accountQuotaBytes[user] = nil }
      if let bytes = request.quotaBytes { next.accountQuotaBytes[user] = bytes }
    } else {
      next.quotaBytes = request.quotaBytes ?? quotaBytes
    }
    if request.endsThrottle == true { next.throttle = nil }
    next.throttle = request.throttle ?? next.throttle
    next.zoneWriters = request.zoneWriters ?? zoneWriters
    next.zonesPerUser = request.zonesPerUser ?? zonesPerUser
    next.signUpsPerHour = request.signUpsPerHour ?? signUpsPerHour
    next.lookupsPerHour = request.lookupsPerHour ?? lookupsPerHour
    next.publicQuotaBytes = request.publicQuotaBytes ?? publicQuotaBytes
    next.indexLagMilliseconds = request.indexLagMilliseconds ?? indexLagMilliseconds
    next.queryDelayMilliseconds = request.queryDelayMilliseconds ?? queryDelayMilliseconds
    next.tokenLifetimeSeconds = request.tokenLifetimeSeconds ?? tokenLifetimeSeconds
    next.signUp = request.signUp ?? signUp
    next.membersInvite = request.membersInvite ?? membersInvite
    next.sessionIdleSeconds = request.sessionIdleSeconds ?? sessionIdleSeconds
    return next
  }
}
