package import CloudModel
public import Foundation

/// A bookmark in the changes of a database or of a zone; it comes from a fetch, and can be archived.
public final class CKServerChangeToken: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  package let token: ServerChangeToken

  package init(_ token: ServerChangeToken) { self.token = token }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKServerChangeToken)?.token == token
  }

  public override var hash: Int { token.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(token.rawValue as NSString, forKey: "token")
  }

  public init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "token") as String? else {
      return nil
    }
    token = ServerChangeToken(rawValue: text)
  }
}
