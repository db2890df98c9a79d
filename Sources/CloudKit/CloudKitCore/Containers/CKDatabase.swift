package import CloudDevices
import CloudModel
public import Foundation

/// One of the three databases of a container, as the signed-in user of a device sees it.
///
/// Each call has the forms that Apple's class has: with a completion handler, and asynchronous. Handlers are called on
/// any thread. A database can always be had; without an account its use fails, but for reading the public one.
public final class CKDatabase: NSObject, @unchecked Sendable {
  public enum Scope: Int, Sendable {
    case `public` = 1
    case `private` = 2
    case shared = 3
  }

  public let databaseScope: Scope
  private let device: CloudDevice
  private let container: String
  private let rules: CallRules

  package convenience init(_ device: CloudDevice, container: String, _ scope: Scope) {
    self.init(device, container: container, scope, CallRules())
  }

  private init(_ device: CloudDevice, container: String, _ scope: Scope, _ rules: CallRules) {
    databaseScope = scope
    self.device = device
    self.container = container
    self.rules = rules
  }

  /// For one call, which begins now.
  package var access: DatabaseAccess { access(rules) }

  func access(_ rules: CallRules) -> DatabaseAccess {
    DatabaseAccess(
      device: device, container: container, scope: DatabaseScope(databaseScope),
      limits: rules.begin(device.choices))
  }

  /// The same database, whose calls keep to other rules.
  func with(_ rules: CallRules) -> CKDatabase {
    CKDatabase(device, container: container, databaseScope, rules)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKDatabase else { return false }
    return databaseScope == other.databaseScope && container == other.container
      && device === other.device
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(databaseScope)
    hasher.combine(container)
    hasher.combine(ObjectIdentifier(device))
    return hasher.finalize()
  }

  public override var description: String {
    "<CKDatabase \(DatabaseScope(databaseScope).pathComponent) of \(container)>"
  }
}

extension DatabaseScope {
  init(_ scope: CKDatabase.Scope) {
    self =
      switch scope {
      case .public: .public
      case .private: .private
      case .shared: .shared
      }
  }
}

extension CKDatabase.Scope {
  init(_ scope: DatabaseScope) {
    self =
      switch scope {
      case .public: .public
      case .private: .private
      case .shared: .shared
      }
  }
}

/// Runs a call for a form that has a completion handler.
func deliver<Value>(
  _ call: sending @escaping () async throws(CKError) -> Value,
  to handler: @escaping @Sendable (Result<Value, any Error>) -> Void
) {
  // The caller does not wait, and has no way to cancel: that is this form of the call.
  Task {
    do throws(CKError) {
      handler(.success(try await call()))
    } catch {
      handler(.failure(error))
    }
  }
}

/// The same for the handlers that take a value and an error.
func deliver<Value>(
  _ call: sending @escaping () async throws(CKError) -> Value,
  to handler: @escaping @Sendable (Value?, (any Error)?) -> Void
) {
  deliver(call) { result in
    switch result {
    case .success(let value): handler(value, nil)
    case .failure(let error): handler(nil, error)
    }
  }
}
