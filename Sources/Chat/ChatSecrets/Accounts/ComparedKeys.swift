/// That an account has compared its safety number with somebody, as it keeps it for itself.
///
/// It is sealed like everything of the account's own, under a record name that says nothing: who runs the cloud must
/// not learn whose false keys would be noticed. The values are 1 user, 2 identity, 3 time.
package struct ComparedKeys: Sendable, Hashable {
  /// The other one.
  package let user: String
  /// Whose keys were compared: other keys of the same user are not.
  package let identity: AccountIdentity
  /// In milliseconds, by the clock of the device on which it was noted.
  package let time: Int64

  package init(with user: String, _ identity: AccountIdentity, time: Int64) {
    (self.user, self.identity, self.time) = (user, identity, time)
  }

  package func sealed(by secrets: AccountSecrets, named name: String) -> [UInt8] {
    var values = TaggedValues(in: .vault)
    values.append(1, user.utf8)
    values.append(2, identity.bytes)
    values.append(3, time)
    return secrets.seal(values.bytes, named: name)
  }

  /// Nil for what the account's newest keys have not sealed under this name: who has stolen earlier keys could say
  /// that a false one was compared.
  package init?(_ sealed: [UInt8], by secrets: AccountSecrets, named name: String) {
    guard let opened = try? secrets.open(sealed, named: name),
      opened.generation == secrets.generation,
      let values = try? TaggedValues(opened.content, in: .vault, known: 1...3),
      let user = try? values.name(1), let bytes = try? values.bytes(2),
      let identity = AccountIdentity(bytes), let time = try? values.time(3)
    else { return nil }
    self.init(with: user, identity, time: time)
  }
}
