import CloudModel
import CloudRules
import Foundation
import Testing

/// The settings of limits, and how a change of them is read.
@Suite struct LimitRulesTests {
  @Test func `a change leaves what it does not name`() throws {
    var settings = CloudLimitSettings(throttle: .init(perSecond: 1, burst: 2))
    settings = settings.changed(by: .init(quotaBytes: 10), user: nil)
    settings = settings.changed(by: .init(account: "a", quotaBytes: 20), user: "_a")
    settings = settings.changed(by: .init(zoneWriters: 3, zonesPerUser: 4), user: nil)
    #expect(
      settings
        == CloudLimitSettings(
          quotaBytes: 10, accountQuotaBytes: ["_a": 20],
          throttle: .init(perSecond: 1, burst: 2), zoneWriters: 3, zonesPerUser: 4))
    #expect(settings.quotaBytes(of: "_a") == 20)
    #expect(settings.quotaBytes(of: "_b") == 10)
    settings = settings.changed(by: .init(account: "a", resetsQuota: true), user: "_a")
    settings = settings.changed(by: .init(endsThrottle: true), user: nil)
    #expect(settings.accountQuotaBytes.isEmpty)
    #expect(settings.throttle == nil)
  }

  @Test func `settings from before invitations let everybody sign up and keep all sessions`() throws
  {
    let older = #"{"quotaBytes":1,"accountQuotaBytes":{},"zoneWriters":5,"zonesPerUser":6}"#
    let settings = try JSONDecoder().decode(CloudLimitSettings.self, from: Data(older.utf8))
    #expect(settings.signUp == .open)
    #expect(settings.membersInvite == 0 && settings.sessionIdleSeconds == 0)
    let changed = settings.changed(
      by: .init(signUp: .invitation, membersInvite: 2, sessionIdleSeconds: 86_400), user: nil)
    try changed.check()
    let stored = try JSONEncoder().encode(changed.changed(by: .init(zoneWriters: 7), user: nil))
    let read = try JSONDecoder().decode(CloudLimitSettings.self, from: stored)
    #expect(read.signUp == .invitation && read.membersInvite == 2 && read.zoneWriters == 7)
    #expect(read.sessionIdleSeconds == 86_400)
  }

  @Test(arguments: [
    CloudLimitChanges(membersInvite: -1), .init(membersInvite: 1001),
    .init(sessionIdleSeconds: -1), .init(sessionIdleSeconds: 86_399),
    .init(sessionIdleSeconds: 1_000_000_001),
  ])
  func `invitations and sessions have bounds`(change: CloudLimitChanges) {
    #expect(throws: CloudError.self) {
      try CloudLimitSettings().changed(by: change, user: nil).check()
    }
  }

  private static let meaningless = [
    CloudLimitSettings(quotaBytes: -1), CloudLimitSettings(accountQuotaBytes: ["_a": -1]),
    CloudLimitSettings(throttle: .init(perSecond: 0, burst: 1)),
    CloudLimitSettings(throttle: .init(perSecond: 1, burst: 0)),
    CloudLimitSettings(throttle: .init(perSecond: .infinity, burst: 1)),
    CloudLimitSettings(zoneWriters: 0), CloudLimitSettings(zonesPerUser: 0),
  ]

  @Test func `settings that cannot be meant are refused`() throws {
    try CloudLimitSettings().check()
    for settings in Self.meaningless {
      #expect(throws: CloudError.self, "\(settings)") { try settings.check() }
    }
  }
}
