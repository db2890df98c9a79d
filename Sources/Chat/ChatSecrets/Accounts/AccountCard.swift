/// Who an account is, for everybody: its keys, signed by itself.
///
/// The cloud hands cards out, so a card proves only that its parts belong together. Whether it is the card of the
/// person is the verdict of who has seen one before, or compares the `SafetyNumber`.
///
/// `header 2 | length u32 | values | signature 64`, with the values 1 user, 2 name, 3 lineage, 4 box key, 5 time.
package struct AccountCard: Sendable, Hashable {
  private static let longest = 64 << 10

  package let lineage: KeyLineage
  /// The name that the account gives itself.
  package let name: String
  package let boxKey: BoxPublicKey
  /// When it was made, in milliseconds by the clock of its maker.
  package let time: Int64
  package let encoded: [UInt8]

  package var user: String { lineage.user }
  package var identity: AccountIdentity { lineage.identity }
  package var generation: UInt32 { lineage.generation }

  package init(_ encoded: [UInt8]) throws(SecretsError) {
    var reader = try ByteReader(encoded, of: .card, atMost: Self.longest)
    let signed = try reader.prefixed(atMost: Self.longest)
    let signature = try reader.bytes(VerificationKey.signatureLength)
    try reader.end()
    let values = try TaggedValues(signed, in: .card, known: 1...5)
    lineage = try KeyLineage(values.bytes(3), of: values.name(1), in: .card)
    name = try values.name(2)
    boxKey = try BoxPublicKey(values.bytes(4), in: .card)
    time = try values.time(5)
    self.encoded = encoded
    guard lineage.newest.boxDigest == boxKey.digest,
      lineage.newest.verificationKey.isValid(signature, .card, Self.header + signed)
    else { throw .notGenuine(.card) }
  }

  fileprivate init(_ secrets: AccountSecrets, name: String, time: Int64) {
    (lineage, self.name, self.time) = (secrets.lineage, name, time)
    boxKey = secrets.newest.box.publicKey
    var values = TaggedValues(in: .card)
    values.append(1, lineage.user.utf8)
    values.append(2, name.utf8)
    values.append(3, lineage.encoded)
    values.append(4, boxKey.bytes)
    values.append(5, time)
    var encoded = Self.header
    encoded.append(prefixed: values.bytes)
    encoded += secrets.newest.signing.sign(.card, Self.header + values.bytes)
    self.encoded = encoded
  }

  private static let header = [UInt8](headerOf: .card)
}

extension AccountSecrets {
  /// The card of the newest generation.
  package func card(name: String, time: Int64) -> AccountCard {
    AccountCard(self, name: name, time: time)
  }
}
