import CloudModel
import CloudRules
import Testing

/// The table of rights in the public database.
@Suite struct PublicRightsTests {
  enum Who: String, CaseIterable, Sendable {
    case anonymous, stranger, creator, server

    var caller: Caller {
      var caller = Caller(userRecordName: self == .creator ? "_me" : "_\(rawValue)")
      switch self {
      case .anonymous: caller.kind = .anonymous
      case .server: caller.kind = .serverToServer
      case .stranger, .creator: break
      }
      return caller
    }
  }

  private func outcome(
    _ who: Who, _ permission: RecordGrants.Permission, _ grants: RecordGrants
  ) -> String {
    do throws(CloudError) {
      try PublicRights.check(
        permission, by: who.caller, creator: permission == .create ? nil : "_me", grants: grants)
      return "yes"
    } catch {
      return error.code == .notAuthenticated ? "sign in" : error.reason
    }
  }

  @Test func `without grants the world reads, users create, creators write`() {
    let table = Who.allCases.map { who in
      RecordGrants.Permission.allCases.map { outcome(who, $0, .standard) }
    }
    #expect(
      table == [
        ["yes", "sign in", "sign in"],
        ["yes", "yes", "WRITE operation not permitted"],
        ["yes", "yes", "yes"],
        ["yes", "yes", "WRITE operation not permitted"],
      ])
  }

  @Test func `a type that grants nothing is closed to everyone`() {
    let closed = RecordGrants([:])
    for permission in RecordGrants.Permission.allCases {
      #expect(outcome(.anonymous, permission, closed) == "sign in")
      for who in [Who.stranger, .creator, .server] {
        #expect(
          outcome(who, permission, closed) == "\(permission.rawValue) operation not permitted")
      }
    }
  }

  @Test func `the world can be let in to everything`() {
    let open = RecordGrants([.read: [.world], .create: [.world], .write: [.world]])
    for who in Who.allCases {
      for permission in RecordGrants.Permission.allCases {
        #expect(outcome(who, permission, open) == "yes")
      }
    }
  }

  @Test func `records that only their creator reads are left out for others`() {
    let own = RecordGrants([.read: [.creator], .write: [.creator]])
    let readers = Who.allCases.filter {
      PublicRights.canRead($0.caller, creator: "_me", grants: own)
    }
    #expect(readers == [.creator])
  }
}
