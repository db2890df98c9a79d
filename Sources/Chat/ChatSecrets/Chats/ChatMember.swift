/// What a member of a sealed chat may do.
package enum ChatRole: UInt8, Sendable {
  /// Makes the statements; there is one, and it never changes.
  case owner = 1
  case writer = 2
  case reader = 3

  package var mayWrite: Bool { self != .reader }
}

/// Somebody in the list of a statement.
package struct ChatMember: Sendable, Hashable {
  package let lineage: KeyLineage
  package let role: ChatRole
  /// The first epoch that the member may read; 0 for a member who reads the whole history.
  package let readsFrom: UInt32

  package var user: String { lineage.user }
  package var readsHistory: Bool { readsFrom == 0 }
}

extension [ChatMember] {
  /// Bounds the signatures that are checked for a list, whoever has made it.
  private static var mostGenerations: Int { 1024 }

  /// By ascending bytes of the user: user, `role u8 | reads from u32`, lineage.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for member in self {
      bytes.append(prefixed: member.user)
      bytes.append(member.role.rawValue)
      bytes.append(bigEndian: member.readsFrom)
      bytes.append(prefixed: member.lineage.encoded)
    }
    return bytes
  }

  /// Reads a list in which each user stands once.
  init(_ encoded: [UInt8]) throws(SecretsError) {
    self = []
    var generations = 0
    var reader = ByteReader(encoded[...], in: .statement)
    while !reader.rest.isEmpty {
      let user = try reader.name()
      let code = try reader.integer(UInt8.self)
      guard let role = ChatRole(rawValue: code) else { throw .newer(.statement, .code(code)) }
      let readsFrom = try reader.integer(UInt32.self)
      let lineage = try reader.prefixed(atMost: encoded.count)
      try reader.check(user, follows: last?.user)
      generations += Int(lineage.first ?? 0)
      guard generations <= Self.mostGenerations else { throw reader.flaw("too many generations") }
      append(
        ChatMember(
          lineage: try KeyLineage(lineage, of: user, in: .statement), role: role,
          readsFrom: readsFrom))
    }
  }
}
