package import CloudModel

/// What a record type of the public database lets whom do with its records.
package struct RecordGrants: Sendable, Equatable {
  package enum Permission: String, Sendable, Hashable, Codable, CaseIterable {
    case read = "READ"
    case create = "CREATE"
    /// Changing and deleting.
    case write = "WRITE"
  }

  package var roles: [Permission: Set<SecurityRole>]

  package init(_ roles: [Permission: Set<SecurityRole>]) { self.roles = roles }

  /// What a record type grants that says nothing: the world reads, who is signed in creates, the
  /// creator writes.
  ///
  /// Source: CloudKit's schema language, default grants.
  package static let standard = RecordGrants([
    .read: [.world], .create: [.iCloud], .write: [.creator],
  ])

  /// User records: the world reads one whose name it knows; only that user writes it.
  static let users = RecordGrants([.read: [.world], .write: [.creator]])

  /// What the type grants in this partition.
  package init(of recordType: String, in reading: any CloudReading) throws {
    guard let type = try reading.recordType(named: recordType) else {
      self = recordType == UserRecord.recordType ? .users : .standard
      return
    }
    self.init(of: type)
  }

  /// What the type's definition grants; roles of the application's own have no members here.
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
