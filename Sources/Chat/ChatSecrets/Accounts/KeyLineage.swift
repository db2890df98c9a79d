/// The public keys of an account, generation after generation, each signed by the one before.
///
/// The first generation is the account's identity. Who knows some of the generations accepts later ones of the same
/// lineage, and nothing else.
package struct KeyLineage: Hashable, Sendable {
  /// Bounds the size of a list of members.
  static let mostGenerations = 64

  package struct Generation: Hashable, Sendable {
    package let verificationKey: VerificationKey
    /// SHA-256 of the box key, which is long and stands in the card only.
    let boxDigest: [UInt8]
    /// By the generation before; empty in the first one.
    let signature: [UInt8]
  }

  /// The record name of the account's user.
  package let user: String
  /// The first one has number 1.
  package let generations: [Generation]
  package let identity: AccountIdentity

  package var generation: UInt32 { UInt32(generations.count) }
  var newest: Generation { generations[generations.count - 1] }

  package func verificationKey(of generation: UInt32) -> VerificationKey? {
    1...self.generation ~= generation
      ? generations[Int(generation) - 1].verificationKey : nil
  }
}

/// SHA-256 of an account's user and its first keys: who it is, as long as its keys are not replaced.
package struct AccountIdentity: Hashable, Sendable {
  static let byteCount = 32
  package let bytes: [UInt8]

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Nil for another number of bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}

/// What a lineage is to somebody who has seen another one of the same user.
package enum LineageVerdict: Sendable, Hashable {
  case same
  /// There are later generations, signed by the one that was known.
  case next(UInt32)
  /// It ends before what was known: somebody shows an old card.
  case older(UInt32)
  /// Another identity. Nobody may take it over without a person's consent.
  case newKeys
  /// The same identity, and another generation of this number: somebody has used keys that were replaced.
  case split(UInt32)
  /// It is about somebody else.
  case anotherUser
}

extension KeyLineage {
  /// What `shown` is to somebody who knows this lineage.
  package func verdict(on shown: KeyLineage) -> LineageVerdict {
    guard shown.user == user else { return .anotherUser }
    guard shown.identity == identity else { return .newKeys }
    for (index, (known, other)) in zip(generations, shown.generations).enumerated()
    where !known.hasSameKeys(as: other) {
      return .split(UInt32(index + 1))
    }
    if shown.generation < generation { return .older(shown.generation) }
    return shown.generation == generation ? .same : .next(shown.generation)
  }

  /// The first generation of an account.
  init(user: String, _ key: SigningKey, _ box: BoxPublicKey) {
    self.init(
      user: user,
      generations: [
        Generation(
          verificationKey: key.verificationKey, boxDigest: box.digest, signature: [])
      ])
  }

  private init(user: String, generations: [Generation]) {
    (self.user, self.generations) = (user, generations)
    var first: [UInt8] = []
    first.append(prefixed: user)
    identity = AccountIdentity(
      unchecked: Label.identity.hash(first + generations[0].keys))
  }

  /// This lineage with one generation more; `signer` has the key of the last one.
  func adding(_ key: SigningKey, _ box: BoxPublicKey, signedBy signer: SigningKey) -> KeyLineage {
    let verificationKey = key.verificationKey
    let statement = succession(generation + 1, verificationKey.bytes + box.digest)
    let added = Generation(
      verificationKey: verificationKey, boxDigest: box.digest,
      signature: signer.sign(.succession, statement))
    return KeyLineage(user: user, generations: generations + [added])
  }

  /// What the generation before signs.
  private func succession(_ number: UInt32, _ keys: [UInt8]) -> [UInt8] {
    var bytes = identity.bytes
    bytes.append(bigEndian: number)
    return bytes + keys
  }
}

extension KeyLineage {
  /// `count u8`, then for each generation its signature (64, not in the first), verification key (32) and box digest
  /// (32).
  package var encoded: [UInt8] {
    generations.reduce(into: [UInt8(generations.count)]) { $0 += $1.signature + $1.keys }
  }

  /// Reads the lineage of a user that the account has kept in its vault.
  package init(_ encoded: [UInt8], of user: String) throws(SecretsError) {
    try self.init(encoded, of: user, in: .vault)
  }

  /// Reads the lineage of a user, and checks each signature.
  init(_ encoded: [UInt8], of user: String, in kind: BlobKind) throws(SecretsError) {
    var reader = ByteReader(encoded[...], in: kind)
    let count = try reader.integer(UInt8.self)
    guard 1...Self.mostGenerations ~= Int(count) else {
      throw reader.flaw("no generation, or too many")
    }
    var lineage: KeyLineage?
    for number in 1...UInt32(count) {
      let signature = number == 1 ? [] : try reader.bytes(VerificationKey.signatureLength)
      let generation = Generation(
        verificationKey: try VerificationKey(&reader), boxDigest: try reader.bytes(32),
        signature: signature)
      if let known = lineage {
        let statement = known.succession(number, generation.keys)
        guard known.newest.verificationKey.isValid(signature, .succession, statement) else {
          throw .notGenuine(kind)
        }
      }
      lineage = KeyLineage(user: user, generations: (lineage?.generations ?? []) + [generation])
    }
    try reader.end()
    guard let lineage else { throw reader.flaw("no generation") }
    self = lineage
  }
}

extension KeyLineage.Generation {
  var keys: [UInt8] { verificationKey.bytes + boxDigest }

  /// Signatures of one text may differ where the system makes them with chance.
  func hasSameKeys(as other: Self) -> Bool { keys == other.keys }
}
