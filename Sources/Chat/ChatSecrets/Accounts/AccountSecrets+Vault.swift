/// What an account keeps for itself in the cloud: the lineages that it has seen, what it has compared, its invitations.
///
/// `header 2 | generation u32 | salt 32 | ciphertext | tag 16`, bound to the user and to the name of the record.
extension AccountSecrets {
  private static let vaultSaltLength = 32
  private static let longestVault = 256 << 10

  /// Seals under the keys of the newest generation.
  package func seal(_ content: [UInt8], named name: String) -> [UInt8] {
    var head = [UInt8](headerOf: .vault)
    head.append(bigEndian: generation)
    let salt = [UInt8].random(Self.vaultSaltLength)
    head += salt
    return head
      + OneTimeSeal.seal(
        content, Label.vault.key(from: newest.vault.key, salt: salt), context(head, name))
  }

  /// Opens what this account has sealed under this name, and says with the keys of which generation.
  ///
  /// Who has stolen the keys of a generation can seal with them, also after they were replaced.
  package func open(
    _ sealed: [UInt8], named name: String
  ) throws(SecretsError) -> (content: [UInt8], generation: UInt32) {
    var reader = try ByteReader(sealed, of: .vault, atMost: Self.longestVault)
    let generation = try reader.integer(UInt32.self)
    let salt = try reader.bytes(Self.vaultSaltLength)
    let head = Array(sealed.prefix(sealed.count - reader.rest.count))
    guard let keys = keys(of: generation),
      let opened = OneTimeSeal.open(
        reader.rest, Label.vault.key(from: keys.vault.key, salt: salt), context(head, name))
    else { throw .notGenuine(.vault) }
    return (opened, generation)
  }

  private func context(_ head: [UInt8], _ name: String) -> [UInt8] {
    var bytes = Label.vault.bytes + head
    bytes.append(prefixed: user)
    bytes.append(prefixed: name)
    return bytes
  }
}
