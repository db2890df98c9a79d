package import CloudModel
package import CloudRules
import Foundation

extension RegistryReading {
  /// The limits that an administrator has set; nil if none were set.
  package func limitSettings() throws -> CloudLimitSettings? {
    try LimitSetting.value(of: setting(LimitSetting.name))
  }
}

extension RegistryTransaction {
  /// Locks the limits, changes and stores them; returns what was stored.
  package func changeLimitSettings(
    _ change: (CloudLimitSettings) throws -> CloudLimitSettings
  ) throws -> CloudLimitSettings {
    let present = try LimitSetting.value(of: lockSetting(LimitSetting.name))
    let limits = try change(present ?? CloudLimitSettings())
    try setSetting(LimitSetting.name, to: LimitSetting.text(of: limits))
    return limits
  }
}

/// The stored form of the limits.
private enum LimitSetting {
  static let name = "limits"

  static func value(of text: String?) throws -> CloudLimitSettings? {
    guard let text else { return nil }
    do {
      return try JSONDecoder().decode(CloudLimitSettings.self, from: Data(text.utf8))
    } catch {
      throw StoreError.damaged(what: "the limits cannot be read")
    }
  }

  static func text(of limits: CloudLimitSettings) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(limits), as: UTF8.self)
  }
}
