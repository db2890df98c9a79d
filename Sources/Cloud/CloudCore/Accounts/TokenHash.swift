import Crypto
import Foundation

/// The form in which the store keeps a token: its SHA-256.
package enum TokenHash {
  package static func of(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Data(token.utf8))) }
}
