package import CloudModel
package import CloudRules
import Crypto
import Foundation

extension ContainerService {
  /// Adds an API token, or replaces the one of this name.
  ///
  /// If the plan gives no token, one is made, unless `keepingPresent` is true and there is one of
  /// this name. The answer carries the token if it is new.
  @discardableResult
  package func addToken(
    _ plan: ContainerPlan.APIToken, to partition: Partition, keepingPresent: Bool = false
  ) throws(CloudError) -> ContainerDescription.APIToken {
    try ContainerRules.check(plan)
    let origins = (plan.allowedOrigins ?? []).map { $0.lowercased() }
    return try store.writingRegistry { registry in
      try Self.lock(partition, registry)
      var present = try registry.apiTokens(of: partition).first { $0.name == plan.name }
      if plan.token == nil, keepingPresent, present != nil {
        present?.callbackURL = plan.callbackURL
        present?.allowedOrigins = origins
        if let present { try registry.save(present) }
        return present.map { .init($0) } ?? .init(name: plan.name, callbackURL: nil, createdAt: 0)
      }
      let token = plan.token?.lowercased() ?? surroundings.randomHex(byteCount: 32)
      let hash = TokenHash.of(token)
      if let other = try registry.apiToken(hash: hash),
        other.partition != partition || other.name != plan.name
      {
        throw CloudError(
          .constraintViolation,
          "The token of ‘\(plan.name)’ is in use already. Choose another one.")
      }
      let stored = StoredAPIToken(
        partition: partition, name: plan.name, hash: hash, callbackURL: plan.callbackURL,
        allowedOrigins: origins, createdAt: surroundings.now().millisecondsSince1970)
      try registry.save(stored)
      var made = ContainerDescription.APIToken(stored)
      made.token = token
      return made
    }
  }

  package func deleteToken(named name: String, of partition: Partition) throws(CloudError) {
    try store.writingRegistry { registry in
      try Self.lock(partition, registry)
      try registry.deleteAPIToken(named: name, of: partition)
    }
  }

  /// Adds a server-to-server key with a user record name of its own, or replaces the one of this name,
  /// which keeps its user record name.
  ///
  /// The key ID follows from the key and the partition, so that it is known in advance.
  @discardableResult
  package func addKey(
    _ plan: ContainerPlan.ServerKey, to partition: Partition
  ) throws(CloudError) -> ContainerDescription.ServerKey {
    try ContainerRules.checkName(plan.name, of: "server key")
    let key: P256.Signing.PublicKey
    do {
      key = try P256.Signing.PublicKey(pemRepresentation: plan.publicKey)
    } catch {
      throw CloudError(
        .invalidArguments,
        "The public key of ‘\(plan.name)’ is not a P-256 key in PEM. "
          + "‘openssl ec -pubout’ writes one.")
    }
    let keyID = SHA256.hash(data: Data("\(partition) ".utf8) + key.x963Representation)
      .hexadecimal
    return try store.writingRegistry { registry in
      try Self.lock(partition, registry)
      let keys = try registry.serverKeys(of: partition)
      if let same = keys.first(where: { $0.keyID == keyID && $0.name != plan.name }) {
        throw CloudError(
          .constraintViolation, "The key of ‘\(plan.name)’ exists already, as ‘\(same.name)’.")
      }
      let present = keys.first { $0.name == plan.name }
      let user = try present?.userRecordName ?? serverUser(keyID: keyID, registry)
      let stored = StoredServerKey(
        partition: partition, keyID: keyID, name: plan.name,
        publicKey: key.x963Representation, userRecordName: user,
        createdAt: present?.keyID == keyID
          ? present?.createdAt ?? 0 : surroundings.now().millisecondsSince1970)
      try registry.save(stored)
      return ContainerDescription.ServerKey(stored)
    }
  }

  package func deleteKey(id: String, of partition: Partition) throws(CloudError) {
    try store.writingRegistry { registry in
      try registry.lockContainer(partition.container)
      guard let key = try registry.serverKey(id: id), key.partition == partition else {
        throw CloudError(.unknownItem, "There is no such server key.")
      }
      try registry.deleteServerKey(id: id, of: partition)
    }
  }

  /// A server's account has a name that nobody can sign up with.
  private func serverUser(
    keyID: String, _ registry: any RegistryTransaction
  ) throws -> String {
    let user = "_" + surroundings.randomHex(byteCount: 16)
    try registry.insert(
      StoredAccount(
        name: "key:\(keyID.prefix(16)):\(user.dropFirst().prefix(8))", userRecordName: user,
        isServer: true, isDiscoverable: false,
        createdAt: surroundings.now().millisecondsSince1970))
    return user
  }
}

extension ContainerDescription.APIToken {
  init(_ stored: StoredAPIToken) {
    self.init(
      name: stored.name, callbackURL: stored.callbackURL,
      allowedOrigins: stored.allowedOrigins.isEmpty ? nil : stored.allowedOrigins,
      createdAt: stored.createdAt)
  }
}

extension ContainerDescription.ServerKey {
  init(_ stored: StoredServerKey) {
    self.init(
      keyID: stored.keyID, name: stored.name, userRecordName: stored.userRecordName,
      createdAt: stored.createdAt)
  }
}
