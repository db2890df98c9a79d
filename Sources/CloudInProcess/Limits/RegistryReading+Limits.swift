package import CloudModel
package import CloudRules
import Foundation

extension RegistryReading {
  /// The limits that an administrator has set; nil if none were set.
  package func limitSettings() throws -> CloudLimitSettings? {
    guard let text = try setting(LimitSetting.name) else { return nil }
    do {
      return try JSONDecoder().decode(CloudLimitSettings.self, from: Data(text.utf8))
    } catch {
      throw StoreError.damaged(what: "the limits cannot be read")
    }
  }
}

extension RegistryTransaction {
  package func setLimitSettings(_ limits: CloudLimitSettings) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(limits), as: UTF8.self)
    try setSetting(LimitSetting.name, to: text)
  }
}

private enum LimitSetting {
  static let name = "limits"
}
