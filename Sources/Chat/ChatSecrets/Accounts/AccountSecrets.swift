/// The secret half of an account: one root for each generation, from which its keys follow.
///
/// The keys belong to the account, so each of its devices has all of them. Earlier generations stay, because what was
/// wrapped for them can be read only with them.
package struct AccountSecrets: Secret {
  /// The keys of one generation.
  struct Keys: Secret {
    let root: AccountRoot
    let signing: SigningKey
    let box: BoxKey
    let vault: VaultKey

    init(_ root: AccountRoot) {
      self.root = root
      (signing, box) = (SigningKey(root), BoxKey(root))
      vault = VaultKey(Label.vaultSeed.key(from: root.key))
    }
  }

  package let lineage: KeyLineage
  /// As many as the lineage has generations.
  private let keys: [Keys]

  package var user: String { lineage.user }
  package var identity: AccountIdentity { lineage.identity }
  package var generation: UInt32 { lineage.generation }

  var newest: Keys { keys[keys.count - 1] }

  func keys(of generation: UInt32) -> Keys? {
    1...UInt32(keys.count) ~= generation ? keys[Int(generation) - 1] : nil
  }

  /// New keys of a new identity.
  package init(user: String) {
    let keys = Keys(AccountRoot.random())
    self.init(KeyLineage(user: user, keys.signing, keys.box.publicKey), [keys])
  }

  private init(_ lineage: KeyLineage, _ keys: [Keys]) {
    (self.lineage, self.keys) = (lineage, keys)
  }

  /// The next generation of the same identity; nil if there are as many as there can be.
  package func renewed() -> AccountSecrets? {
    guard keys.count < KeyLineage.mostGenerations else { return nil }
    let next = Keys(AccountRoot.random())
    return AccountSecrets(
      lineage.adding(next.signing, next.box.publicKey, signedBy: newest.signing), keys + [next])
  }
}

extension AccountSecrets {
  /// For a file that only its owner can read, and for what is sealed: 1 user, 2 lineage, 3 roots.
  package var secretBytes: [UInt8] {
    var values = TaggedValues(in: .keyring)
    values.append(1, user.utf8)
    values.append(2, lineage.encoded)
    values.append(3, keys.flatMap(\.root.secretBytes))
    return values.bytes
  }

  /// Refuses roots from which other keys follow than those of the lineage.
  package init(secretBytes: [UInt8]) throws(SecretsError) {
    let values = try TaggedValues(secretBytes, in: .keyring, known: 1...3)
    let lineage = try KeyLineage(values.bytes(2), of: values.name(1), in: .keyring)
    let length = AccountRoot.byteCount
    let roots = try values.bytes(3, count: lineage.generations.count * length)
    let keys = stride(from: 0, to: roots.count, by: length)
      .compactMap { AccountRoot(secretBytes: roots[$0..<$0 + length]) }.map(Keys.init)
    let isConsistent = zip(lineage.generations, keys).allSatisfy { generation, keys in
      generation.verificationKey == keys.signing.verificationKey
        && generation.boxDigest == keys.box.publicKey.digest
    }
    guard isConsistent else { throw .notGenuine(.keyring) }
    self.init(lineage, keys)
  }
}
