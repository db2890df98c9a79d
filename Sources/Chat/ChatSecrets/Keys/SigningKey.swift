import Crypto

/// Signs for one generation of an account: Ed25519.
struct SigningKey: Secret {
  private let key: Curve25519.Signing.PrivateKey

  init(_ root: AccountRoot) {
    do {
      key = try Curve25519.Signing.PrivateKey(
        rawRepresentation: Label.signingSeed.key(from: root.key))
    } catch {
      preconditionFailure("Ed25519 takes every seed of 32 bytes")
    }
  }

  var verificationKey: VerificationKey { VerificationKey(unchecked: key.publicKey) }

  func sign(_ label: Label, _ bytes: [UInt8]) -> [UInt8] {
    do {
      return try Array(key.signature(for: label.bytes + bytes))
    } catch {
      preconditionFailure("Ed25519 signs every text")
    }
  }
}

/// The public half of a `SigningKey`.
package struct VerificationKey: Hashable, Sendable {
  static let byteCount = 32
  static let signatureLength = 64

  package let bytes: [UInt8]
  private let key: Curve25519.Signing.PublicKey

  fileprivate init(unchecked key: Curve25519.Signing.PublicKey) {
    (self.key, bytes) = (key, Array(key.rawRepresentation))
  }

  /// Refuses points of small order, with which the library calls signatures valid that nobody has made.
  init(_ reader: inout ByteReader) throws(SecretsError) {
    bytes = try reader.bytes(Self.byteCount)
    // The highest bit is the sign of the other coordinate.
    guard FieldElement.isSafe(bytes, refused: FieldElement.smallOrderOfEdwards) else {
      throw .weakKey(reader.kind)
    }
    do {
      key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
    } catch {
      throw .weakKey(reader.kind)
    }
  }

  func isValid(_ signature: [UInt8], _ label: Label, _ bytes: [UInt8]) -> Bool {
    key.isValidSignature(signature, for: label.bytes + bytes)
  }

  package static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Numbers below 2^255 − 19 in 32 bytes, little endian.
enum FieldElement {
  /// 0, 1 and −1, which have a small order on both curves.
  private static let trivial: [[UInt8]] = [
    [0] + [UInt8](repeating: 0, count: 31), [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
  ]

  /// The y of the points of Ed25519 with order 1, 2, 4 and 8.
  static let smallOrderOfEdwards =
    trivial + [
      hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
      hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    ]

  /// The u of the points of X25519, and of its twist, with order 1, 2, 4 and 8.
  static let smallOrderOfMontgomery =
    trivial + [
      hex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
      hex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    ]

  /// Whether the bytes are a number below 2^255 − 19, apart from the highest bit, and none of those.
  static func isSafe(_ bytes: [UInt8], refused: [[UInt8]]) -> Bool {
    let number = bytes.dropLast() + [bytes[31] & 0x7F]
    let isCanonical =
      number.last != 0x7F || number.dropFirst().dropLast().contains { $0 != 0xFF }
      || number[0] < 0xED
    return isCanonical && !refused.contains(Array(number))
  }

  private static func hex(_ text: String) -> [UInt8] {
    stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
      UInt8(text.dropFirst(offset).prefix(2), radix: 16)
    }
  }
}
