import Crypto
import Foundation

/// What the store keeps of a token.
package enum TokenHash {
  package static func of(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Data(token.utf8))) }
}
