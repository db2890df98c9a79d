import Foundation

/// Calls with a configuration: its time limits are obeyed, and low priority waits for the network.
///
/// Operations that are added to such a database or container have their own configuration.
extension CKDatabase {
  @discardableResult
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKDatabase) throws -> Value
  ) rethrows -> Value { try body(with(CallRules(configuration, group))) }

  @discardableResult
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKDatabase) async throws -> Value
  ) async rethrows -> Value { try await body(with(CallRules(configuration, group))) }
}

extension CKContainer {
  @discardableResult
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKContainer) throws -> Value
  ) rethrows -> Value { try body(with(CallRules(configuration, group))) }

  @discardableResult
  public func configuredWith<Value>(
    configuration: CKOperation.Configuration? = nil, group: CKOperationGroup? = nil,
    body: (CKContainer) async throws -> Value
  ) async rethrows -> Value { try await body(with(CallRules(configuration, group))) }
}

extension CallRules {
  /// Those of a configuration, and of a group where it was left as it was.
  fileprivate init(_ configuration: CKOperation.Configuration?, _ group: CKOperationGroup?) {
    self.init(
      (configuration ?? CKOperation.Configuration()).filled(from: group?.defaultConfiguration))
  }
}
