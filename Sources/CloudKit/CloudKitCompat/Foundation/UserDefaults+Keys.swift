public import Foundation

/// Key-value coding, which Foundation on Linux does not have.
extension UserDefaults {
  /// Stores a value, or with nil none.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  public func value(forKey key: String) -> Any? { object(forKey: key) }
}
