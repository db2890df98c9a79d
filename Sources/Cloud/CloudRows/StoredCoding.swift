package import CloudRules
import Foundation

/// The coding in which the store writes records, subscriptions and schemas into its rows.
///
/// 1. The coding is the store's own. The form in which clients send and receive data may change without a change here.
/// 2. Version 1 is a JSON object, so its texts begin with `{`. A later version will begin with its
///    number and a space. A row therefore says itself which version it has.
/// 3. The same value always gives the same text: keys stand in a fixed order, and the names of
///    fields are sorted.
/// 4. `Tests/CloudTests/Storage/Golden/version-1.sql` holds rows of version 1. A new version may add
///    ways to read, and must still read those.
package enum StoredCoding {
  /// Throws `StoreError.damaged` where a text is not of version 1, with what it is instead.
  package static func checkVersion(of text: some Sequence<UInt8>, _ what: String) throws(StoreError)
  {
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard let version = Int(String(decoding: Array(digits), as: UTF8.self)) else { return }
    throw .damaged(
      what: "\(what) was written by a newer version of this program (coding \(version))")
  }
}
