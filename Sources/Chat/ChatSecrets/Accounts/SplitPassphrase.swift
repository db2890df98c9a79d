import Crypto
import CryptoExtras
import Foundation

/// A passphrase in two halves: one for the cloud, which signs in, and one that opens the account's keyring.
///
/// The cloud cannot compute one half from the other. It can guess the passphrase, at `Cost.standard` for a guess.
/// Whether a passphrase is split, its form decides, and nothing that a cloud says: so no cloud can ask for the whole.
package struct SplitPassphrase: Secret {
  /// Our choice: five words of a person's own are hard to guess at that cost, and few accounts had such a passphrase
  /// before passphrases were split.
  package static let fewestWords = 5

  /// What a guess costs: it takes `128 * blockSize * rounds` bytes of memory.
  struct Cost {
    var rounds: Int
    var blockSize = 8

    /// A third of a second and 128 MiB.
    ///
    /// Source: OWASP's recommendation for scrypt.
    static let standard = Cost(rounds: 1 << 17)
  }

  package let signIn: SignInSecret
  package let escrow: EscrowKey

  /// Whether a text is a passphrase that is split: it has at least `fewestWords` words, between spaces or dashes.
  package static func isSplit(_ passphrase: String) -> Bool {
    passphrase.split { $0.isWhitespace || $0 == "-" }.count >= fewestWords
  }

  /// Splits a passphrase of enough words; nil for a shorter one.
  ///
  /// Takes the time and the memory of a guess. Canonically equivalent spellings of a text are the same passphrase, as
  /// are spellings of the account's name with small and capital letters.
  package init?(_ passphrase: String, accountName: String) throws {
    guard Self.isSplit(passphrase) else { return nil }
    try self.init(passphrase, accountName: accountName, cost: .standard)
  }

  /// The name is the salt, so that no cloud can choose one.
  init(_ passphrase: String, accountName: String, cost: Cost) throws {
    var context: [UInt8] = []
    context.append(prefixed: accountName.lowercased())
    let root = try KDF.Scrypt.deriveKey(
      from: Array(passphrase.precomposedStringWithCanonicalMapping.utf8),
      salt: Label.passphraseSalt.hash(context), outputByteCount: 32,
      rounds: cost.rounds, blockSize: cost.blockSize, parallelism: 1)
    signIn = SignInSecret(Label.signIn.key(from: root))
    escrow = EscrowKey(Label.escrow.key(from: root))
  }
}
