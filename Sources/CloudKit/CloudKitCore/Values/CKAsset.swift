public import Foundation

/// A file that belongs to a record.
///
/// The bytes are read when the record is saved. An asset of a fetched record is a file in a folder of this process,
/// which goes with the process: copy what you keep.
public final class CKAsset: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let fileURL: URL?

  public init(fileURL: URL) { self.fileURL = fileURL }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(fileURL?.path as NSString?, forKey: "path")
  }

  public init?(coder: NSCoder) {
    fileURL = (coder.decodeObject(of: NSString.self, forKey: "path") as String?).map {
      URL(fileURLWithPath: $0)
    }
  }

  public override var description: String { "<CKAsset \(fileURL?.path ?? "without a file")>" }
}
