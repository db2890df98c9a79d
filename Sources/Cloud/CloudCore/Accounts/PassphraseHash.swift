import Crypto
import CryptoExtras
package import Foundation

/// A passphrase as it is kept: salted, and hard to guess even for an attacker who has the file.
///
/// Source: RFC 7914, scrypt; the text form follows the PHC string format.
package struct PassphraseHash: Sendable, Equatable {
  /// The cost of one guess; it takes `128 * blockSize * rounds` bytes of memory.
  package struct Parameters: Sendable, Equatable {
    package var rounds: Int
    package var blockSize: Int
    package var parallelism: Int

    package init(rounds: Int, blockSize: Int = 8, parallelism: Int = 1) {
      self.rounds = rounds
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// 32 MB and about a tenth of a second.
    package static let standard = Parameters(rounds: 1 << 15)
  }

  static let saltBytes = 16
  private static let keyBytes = 32

  var parameters: Parameters
  var salt: Data
  private var key: Data

  /// Derives the key; takes the time that `parameters` cost.
  ///
  /// Canonically equivalent spellings of a text are the same passphrase.
  package init(of passphrase: String, salt: Data, parameters: Parameters) throws {
    self.parameters = parameters
    self.salt = salt
    let text = passphrase.precomposedStringWithCanonicalMapping
    key = try KDF.Scrypt.deriveKey(
      from: Data(text.utf8), salt: salt, outputByteCount: Self.keyBytes,
      rounds: parameters.rounds, blockSize: parameters.blockSize,
      parallelism: parameters.parallelism
    ).withUnsafeBytes { Data($0) }
  }

  /// Whether this is the passphrase; the check of a wrong one takes the same time.
  package func matches(_ passphrase: String) throws -> Bool {
    let candidate = try PassphraseHash(of: passphrase, salt: salt, parameters: parameters)
    return SHA256.hash(data: candidate.key) == SHA256.hash(data: key)
  }
}

extension PassphraseHash {
  /// `$scrypt$n=32768,r=8,p=1$SALT$KEY`, the last two in base64.
  package var text: String {
    "$scrypt$n=\(parameters.rounds),r=\(parameters.blockSize),p=\(parameters.parallelism)"
      + "$\(salt.base64EncodedString())$\(key.base64EncodedString())"
  }

  /// Nil for a text of another form.
  package init?(text: String) {
    guard
      let match = text.wholeMatch(
        of: /\$scrypt\$n=(\d{1,8}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+\/=]+)\$([A-Za-z0-9+\/=]+)/),
      let rounds = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3),
      let salt = Data(base64Encoded: String(match.4)),
      let key = Data(base64Encoded: String(match.5))
    else { return nil }
    parameters = Parameters(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    self.salt = salt
    self.key = key
  }
}
