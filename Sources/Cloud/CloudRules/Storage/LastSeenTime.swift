/// The time at which a store was used last, by which a cloud finds out that its machine's clock is wrong.
package enum LastSeenTime {
  /// The setting that keeps it, in milliseconds since 1970.
  package static let settingName = "clock.last"
  /// The setting that keeps the newest change that was ahead of the clock, and the clock's time when that was found
  /// first, both in milliseconds since 1970: a restart does not begin the wait for a better clock again.
  package static let aheadSettingName = "clock.ahead"
}

extension RegistryReading {
  /// Nil if it was not noted yet.
  package func lastSeenTime() throws -> Int64? {
    try setting(LastSeenTime.settingName).flatMap { Int64($0) }
  }
}

extension RegistryTransaction {
  /// Notes the time, unless a time of the same hour is noted.
  package func noteTime(_ milliseconds: Int64) throws {
    let noted = try lockSetting(LastSeenTime.settingName).flatMap { Int64($0) }
    if let noted, abs(milliseconds - noted) < 3_600_000 { return }
    try setSetting(LastSeenTime.settingName, to: String(milliseconds))
  }
}
