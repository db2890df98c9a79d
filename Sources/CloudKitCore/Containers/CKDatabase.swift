package import CloudAccess
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
  package let access: DatabaseAccess

  package init(_ device: CloudDevice, container: String, _ scope: Scope) {
    databaseScope = scope
    access = DatabaseAccess(device: device, container: container, scope: DatabaseScope(scope))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKDatabase else { return false }
    return databaseScope == other.databaseScope && access.container == other.access.container
      && access.device === other.access.device
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(databaseScope)
    hasher.combine(access.container)
    hasher.combine(ObjectIdentifier(access.device))
    return hasher.finalize()
  }

  public override var description: String {
    "<CKDatabase \(DatabaseScope(databaseScope).pathComponent) of \(access.container)>"
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
