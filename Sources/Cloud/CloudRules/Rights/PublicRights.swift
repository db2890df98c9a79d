package import CloudModel

/// The permissions of callers on the records of the public database.
///
/// | caller | not granted |
/// |---|---|
/// | anonymous | the whole request AUTHENTICATION_REQUIRED |
/// | signed in, or a server's key | the item ACCESS_DENIED, naming the operation |
///
/// Source: `docs/protocol.md`; the reasons are the live server's.
package enum PublicRights {
  /// Throws `.notAuthenticated`, which fails the whole request, or `.permissionFailure`, which fails
  /// the item.
  ///
  /// `creator` is the user who created the stored record; nil if there is none.
  package static func check(
    _ permission: RecordGrants.Permission, by caller: Caller, creator: String?,
    grants: RecordGrants
  ) throws(CloudError) {
    guard !grants.allows(permission, to: roles(of: caller, creator: creator)) else { return }
    if caller.kind == .anonymous { throw .needsAuthorization }
    throw CloudError(
      .permissionFailure, "\(permission.rawValue) operation not permitted")
  }

  /// Whether the caller may read a record of a type with these grants; a query leaves out other records.
  package static func canRead(_ caller: Caller, creator: String?, grants: RecordGrants) -> Bool {
    grants.allows(.read, to: roles(of: caller, creator: creator))
  }

  private static func roles(of caller: Caller, creator: String?) -> Set<SecurityRole> {
    guard caller.kind != .anonymous else { return [.world] }
    return creator == caller.userRecordName ? [.world, .iCloud, .creator] : [.world, .iCloud]
  }
}

extension CloudError {
  /// Fails a whole request: the caller must sign in first.
  package static var needsAuthorization: CloudError {
    CloudError(.notAuthenticated, "request needs authorization")
  }
}
