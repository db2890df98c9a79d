/// The number of requests that an account may make.
package struct RequestRate: Codable, Sendable, Hashable {
  package var perSecond: Double
  /// The number of requests allowed at once after a pause.
  package var burst: Int

  package init(perSecond: Double, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// The limits that an administrator may set; kept with the store.
package struct CloudLimitSettings: Codable, Sendable, Equatable {
  /// Large enough to mean no quota, and exact in every JSON reader.
  package static let unlimitedBytes: Int64 = 9_007_199_254_740_991

  /// The bytes that an owner may store in a container.
  ///
  /// Source: 5 GB are what iCloud gives everyone.
  package var quotaBytes: Int64
  /// Accounts with a quota of their own, by user record name.
  package var accountQuotaBytes: [String: Int64]
  /// The bytes that all users together may store in a container's public database.
  ///
  /// Our choice: all users may write there, and no user's own quota pays for it.
  package var publicQuotaBytes: Int64
  /// Nil means no throttling.
  package var throttle: RequestRate?
  /// Concurrent writes to one zone; further writers are told to try again.
  package var zoneWriters: Int
  /// Custom zones of a user in a container.
  ///
  /// Source: 1000 in technote TN3164.
  package var zonesPerUser: Int
  /// Accounts that can be made from one address in an hour, over TCP; 0 is none.
  ///
  /// Our choice: a household or a class makes that many.
  package var signUpsPerHour: Int
  /// Names and addresses that an account may look up in an hour.
  ///
  /// Our choice: several address books, and far too few to try all names.
  package var lookupsPerHour: Int
  /// The time after a save in which queries do not find the record; an environment may set a longer time.
  ///
  /// Our choice: off, although CloudKit's indexes are behind.
  package var indexLagMilliseconds: Int64 = 0
  /// The time that a query waits before it begins.
  package var queryDelayMilliseconds: Int64 = 0
  /// A change token expires when the oldest change it has not seen is older than this; 0: never.
  package var tokenLifetimeSeconds: Int64 = 0
  /// Who may make an account over TCP.
  ///
  /// Our choice: everybody, as every cloud has let them whose administrator has said nothing.
  package var signUp = SignUpPolicy.open
  /// Invitations for people without an account that a member may have open at once; 0 is none.
  package var membersInvite: Int = 0
  /// A session that is not used for so long ends; 0: never.
  package var sessionIdleSeconds: Int64 = 0

  package init(
    quotaBytes: Int64 = 5_000_000_000, accountQuotaBytes: [String: Int64] = [:],
    throttle: RequestRate? = nil, zoneWriters: Int = 64, zonesPerUser: Int = 1000,
    signUpsPerHour: Int = 60, lookupsPerHour: Int = 1000,
    publicQuotaBytes: Int64 = 10_000_000_000
  ) {
    self.quotaBytes = quotaBytes
    self.accountQuotaBytes = accountQuotaBytes
    self.throttle = throttle
    self.zoneWriters = zoneWriters
    self.zonesPerUser = zonesPerUser
    self.signUpsPerHour = signUpsPerHour
    self.lookupsPerHour = lookupsPerHour
    self.publicQuotaBytes = publicQuotaBytes
  }

  /// Settings that were stored before a limit existed have its usual value.
  package init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    let usual = CloudLimitSettings()
    quotaBytes = try stored.decode(Int64.self, forKey: .quotaBytes)
    accountQuotaBytes = try stored.decode([String: Int64].self, forKey: .accountQuotaBytes)
    throttle = try stored.decodeIfPresent(RequestRate.self, forKey: .throttle)
    zoneWriters = try stored.decode(Int.self, forKey: .zoneWriters)
    zonesPerUser = try stored.decode(Int.self, forKey: .zonesPerUser)
    signUpsPerHour =
      try stored.decodeIfPresent(Int.self, forKey: .signUpsPerHour) ?? usual.signUpsPerHour
    lookupsPerHour =
      try stored.decodeIfPresent(Int.self, forKey: .lookupsPerHour) ?? usual.lookupsPerHour
    publicQuotaBytes =
      try stored.decodeIfPresent(Int64.self, forKey: .publicQuotaBytes) ?? usual.publicQuotaBytes
    indexLagMilliseconds =
      try stored.decodeIfPresent(Int64.self, forKey: .indexLagMilliseconds) ?? 0
    queryDelayMilliseconds =
      try stored.decodeIfPresent(Int64.self, forKey: .queryDelayMilliseconds) ?? 0
    tokenLifetimeSeconds =
      try stored.decodeIfPresent(Int64.self, forKey: .tokenLifetimeSeconds) ?? 0
    signUp = try stored.decodeIfPresent(SignUpPolicy.self, forKey: .signUp) ?? usual.signUp
    membersInvite = try stored.decodeIfPresent(Int.self, forKey: .membersInvite) ?? 0
    sessionIdleSeconds = try stored.decodeIfPresent(Int64.self, forKey: .sessionIdleSeconds) ?? 0
  }

  /// Who may make an account over TCP, by all limits together.
  package var signUpPolicy: SignUpPolicy { signUpsPerHour == 0 ? .closed : signUp }

  package func quotaBytes(of user: String) -> Int64 { accountQuotaBytes[user] ?? quotaBytes }

  /// Refuses values that make no sense.
  package func check() throws(CloudError) {
    let quotas = 0...Self.unlimitedBytes
    guard quotas.contains(quotaBytes), quotas.contains(publicQuotaBytes),
      accountQuotaBytes.values.allSatisfy(quotas.contains)
    else {
      throw CloudError(.invalidArguments, "A quota must be 0 to \(Self.unlimitedBytes) bytes.")
    }
    guard accountQuotaBytes.count <= 10_000 else {
      throw CloudError(
        .limitExceeded, "limit exceeded: at most 10000 accounts have a quota of their own")
    }
    if let throttle {
      guard (0.001...1_000_000).contains(throttle.perSecond),
        (1...1_000_000).contains(throttle.burst)
      else {
        throw CloudError(
          .invalidArguments,
          "A throttle must allow 0.001 to 1000000 requests a second, and 1 to 1000000 at once.")
      }
    }
    guard (1...1_000_000).contains(zoneWriters), (1...1_000_000_000).contains(zonesPerUser) else {
      throw CloudError(
        .invalidArguments, "A zone must have at least one writer, and a user at least one zone.")
    }
    guard (0...1_000_000).contains(signUpsPerHour), (1...1_000_000_000).contains(lookupsPerHour)
    else {
      throw CloudError(
        .invalidArguments,
        "The sign-ups an hour must be 0 to 1000000, and the look-ups an hour 1 to "
          + "1000000000.")
    }
    guard (0...86_400_000).contains(indexLagMilliseconds),
      (0...60_000).contains(queryDelayMilliseconds),
      (0...1_000_000_000).contains(tokenLifetimeSeconds)
    else {
      throw CloudError(
        .invalidArguments,
        "An index lag must be 0 to 86400000 ms, the delay of queries 0 to 60000 ms, and the "
          + "lifetime of tokens 0 to 1000000000 s.")
    }
    // A session's use is noted once an hour.
    guard (0...1000).contains(membersInvite),
      sessionIdleSeconds == 0 || (86_400...1_000_000_000).contains(sessionIdleSeconds)
    else {
      throw CloudError(
        .invalidArguments,
        "A member may have 0 to 1000 invitations open, and a session ends after 86400 to 1000000000 s without use, "
          + "or never, which is 0.")
    }
  }
}
