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
