import Crypto

/// A code on paper that opens an account's keyring without its passphrase: seven groups of four.
///
/// 128 random bits and 12 bits that find a typing mistake, in Crockford's Base32, which has no I, L, O and U.
package struct RecoveryCode: Secret {
  private static let byteCount = 16
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let digitCount = 28

  private let bytes: [UInt8]

  package static func random() -> RecoveryCode { RecoveryCode(bytes: .random(byteCount)) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// For example `9QZ1-…`, to be written down.
  package var text: String {
    let bits = (bytes + check).flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    let digits = (0..<Self.digitCount).map { index in
      Self.digits[bits[index * 5..<index * 5 + 5].reduce(0) { $0 << 1 | Int($1) }]
    }
    return stride(from: 0, to: digits.count, by: 4)
      .map { String(digits[$0..<$0 + 4]) }.joined(separator: "-")
  }

  /// Nil for a text that is no code; small letters, spaces and dashes do not matter, nor I, L and O for 1 and 0.
  package init?(_ text: String) {
    let similar: [Character: Character] = ["I": "1", "L": "1", "O": "0"]
    let digits = text.uppercased().filter { !"- ".contains($0) }
      .map { Self.digits.firstIndex(of: similar[$0] ?? $0) }
    guard digits.count == Self.digitCount, !digits.contains(nil) else { return nil }
    let bits = digits.flatMap { digit in (0..<5).reversed().map { (digit ?? 0) >> $0 & 1 } }
    let bytes = stride(from: 0, to: bits.count - 4, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
    }
    self.init(bytes: Array(bytes.prefix(Self.byteCount)))
    guard self.text == digits.compactMap({ $0.map { Self.digits[$0] } }).grouped else { return nil }
  }

  /// The first 12 bits of a hash, in two bytes.
  private var check: [UInt8] {
    let hash = Label.recoveryCheck.hash(bytes)
    return [hash[0], hash[1] & 0xF0]
  }

  /// The key with which the keyring of a user is sealed beside the passphrase.
  package func escrow(of user: String) -> EscrowKey {
    EscrowKey(Label.recovery.key(from: SymmetricKey(data: bytes), context: Array(user.utf8)))
  }
}

extension [Character] {
  /// Groups of four with dashes between them.
  fileprivate var grouped: String {
    stride(from: 0, to: count, by: 4)
      .map { String(self[$0..<Swift.min($0 + 4, count)]) }.joined(separator: "-")
  }
}
