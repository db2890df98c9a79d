import Crypto
import CryptoExtras
import Foundation

/// What a cloud says of how a passphrase is to be split; it is checked, because a guess costs what it says.
package struct PassphraseCost: Hashable, Sendable {
  package static let saltLength = 16
  /// A third of a second and 128 MiB a guess.
  ///
  /// Source: OWASP's recommendation for scrypt.
  package static let standard = (rounds: 1 << 17, blockSize: 8)
  /// 256 MiB, so that no cloud can exhaust a client's memory.
  private static let mostMemory = 256 << 20

  let rounds: Int
  let blockSize: Int
  let salt: [UInt8]

  /// Throws where a guess would cost too little, or a sign-in too much.
  package init(rounds: Int, blockSize: Int, salt: [UInt8]) throws(PassphraseRefusal) {
    guard rounds >= Self.standard.rounds, blockSize >= Self.standard.blockSize else {
      throw .tooCheap
    }
    let (memory, isTooMuch) = rounds.multipliedReportingOverflow(by: 128)
    guard rounds.nonzeroBitCount == 1, !isTooMuch, memory <= Self.mostMemory / blockSize else {
      throw .tooExpensive
    }
    guard salt.count == Self.saltLength else { throw .salt }
    self.init(uncheckedRounds: rounds, blockSize: blockSize, salt: salt)
  }

  /// What a client proposes for a new passphrase.
  package static func new() -> PassphraseCost {
    PassphraseCost(
      uncheckedRounds: standard.rounds, blockSize: standard.blockSize, salt: .random(saltLength))
  }

  init(uncheckedRounds rounds: Int, blockSize: Int, salt: [UInt8]) {
    (self.rounds, self.blockSize, self.salt) = (rounds, blockSize, salt)
  }
}

package enum PassphraseRefusal: Error, Sendable, Hashable {
  /// With less than `PassphraseCost.standard` the passphrase could be guessed easily.
  case tooCheap
  case tooExpensive
  /// The salt has another length.
  case salt
}

/// A passphrase in two halves: one for the cloud, which signs in, and one that opens the account's keyring.
///
/// The cloud cannot compute one half from the other. It can guess the passphrase, at the cost that was checked.
package struct SplitPassphrase: Secret {
  package let signIn: SignInSecret
  package let escrow: EscrowKey

  /// Takes the time and the memory of `cost`.
  ///
  /// Canonically equivalent spellings of a text are the same passphrase, as are spellings of the account's name with
  /// small and capital letters.
  package init(_ passphrase: String, accountName: String, cost: PassphraseCost) throws {
    var context: [UInt8] = []
    context.append(prefixed: accountName.lowercased())
    let root = try KDF.Scrypt.deriveKey(
      from: Array(passphrase.precomposedStringWithCanonicalMapping.utf8),
      salt: Label.passphraseSalt.hash(context + cost.salt), outputByteCount: 32,
      rounds: cost.rounds, blockSize: cost.blockSize, parallelism: 1)
    signIn = SignInSecret(Label.signIn.key(from: root))
    escrow = EscrowKey(Label.escrow.key(from: root))
  }
}
