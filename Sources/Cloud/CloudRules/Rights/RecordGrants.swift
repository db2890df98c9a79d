package import CloudModel

/// The permissions that a record type of the public database grants to each role.
package struct RecordGrants: Sendable, Equatable {
  package enum Permission: String, Sendable, Hashable, Codable, CaseIterable {
    case read = "READ"
    case create = "CREATE"
    /// Changing and deleting.
    case write = "WRITE"
  }

  package var roles: [Permission: Set<SecurityRole>]

  package init(_ roles: [Permission: Set<SecurityRole>]) { self.roles = roles }

  /// The grants of a record type that declares none: everyone reads, signed-in users create, the
  /// creator writes.
  ///
  /// Source: CloudKit's schema language, default grants.
  package static let standard = RecordGrants([
    .read: [.world], .create: [.iCloud], .write: [.creator],
  ])

  /// The grants of user records: everyone who knows the name reads the record; only that user
  /// writes it.
  static let users = RecordGrants([.read: [.world], .write: [.creator]])

  /// The rights that the type grants in this partition.
  package init(of recordType: String, in reading: any CloudReading) throws {
    guard let type = try reading.recordType(named: recordType) else {
      self = recordType == UserRecord.recordType ? .users : .standard
      return
    }
    self.init(of: type)
  }

  /// The grants in the type's definition; roles that the application defines are ignored, because
  /// they have no members here.
  package init(of type: RecordTypeDefinition) {
    var roles: [Permission: Set<SecurityRole>] = [:]
    for (name, permissions) in type.grants {
      guard let role = SecurityRole(rawValue: name) else { continue }
      for permission in permissions {
        guard let granted = Permission(rawValue: permission.rawValue) else { continue }
        roles[granted, default: []].insert(role)
      }
    }
    self.roles = roles
  }

  func allows(_ permission: Permission, to held: Set<SecurityRole>) -> Bool {
    !(roles[permission] ?? []).isDisjoint(with: held)
  }
}
