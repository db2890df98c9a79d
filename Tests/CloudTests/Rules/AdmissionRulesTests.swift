import CloudModel
import CloudRules
import Testing

/// What a code can be, and when it lets somebody in.
@Suite struct AdmissionRulesTests {
  private static let now: Int64 = 1_800_000_000_000

  private func code(
    _ kind: CodeKind, name: String? = nil, uses: Int? = nil, life: Int64? = nil
  ) throws(CloudError) -> StoredCode {
    try AdmissionRules.code(
      kind, id: "a", hash: [1], name: name, uses: uses, lifeSeconds: life, at: Self.now)
  }

  @Test(
    arguments: [(.invitation, 7 * 86_400), (.reset, 86_400), (.device, 600)] as [(CodeKind, Int64)])
  func `a code lasts as long as is usual for its kind, and is used once`(
    kind: CodeKind, seconds: Int64
  ) throws {
    let code = try code(kind)
    #expect(code.uses == 1 && code.expiresAt == Self.now + seconds * 1000)
  }

  @Test func `what no code has is refused`() throws {
    _ = try code(.invitation, uses: 100, life: 90 * 86_400)
    _ = try code(.invitation, name: "carol", uses: 1, life: 3600)
    _ = try code(.device, life: 60)
    for (kind, name, uses, life) in [
      (.invitation, nil, 0, nil), (.invitation, nil, 101, nil), (.reset, nil, 2, nil),
      (.device, nil, 2, nil), (.invitation, "carol", 2, nil), (.invitation, "a b", nil, nil),
      (.invitation, "", nil, nil), (.invitation, nil, nil, 3599),
      (.invitation, nil, nil, 90 * 86_400 + 1), (.invitation, nil, nil, .max),
      (.device, nil, nil, 601), (.device, nil, nil, 0), (.reset, nil, nil, -1),
    ] as [(CodeKind, String?, Int?, Int64?)] {
      let error = #expect(throws: CloudError.self) {
        try code(kind, name: name, uses: uses, life: life)
      }
      #expect(error?.code == .invalidArguments)
    }
  }

  @Test func `a code is open until its end, its last use, or until it is taken back`() throws {
    let code = try code(.invitation, uses: 2, life: 3600)
    func state(_ code: StoredCode, after seconds: Int64 = 0) -> CodeState {
      AdmissionRules.state(of: code, at: Self.now + seconds * 1000, membersInvite: true)
    }
    #expect(state(code) == .open && state(code, after: 3599) == .open)
    #expect(state(code, after: 3600) == .expired)
    let once = AdmissionRules.used(code, by: "_bob")
    #expect(once.uses == 1 && once.lastUsedBy == "_bob" && state(once) == .open)
    let twice = AdmissionRules.used(once, by: "_carol")
    #expect(state(twice) == .used && state(twice, after: 3600) == .used)
    let revoked = AdmissionRules.revoked(once, at: Self.now)
    #expect(revoked.expiresAt == Self.now)
    #expect(state(revoked) == .revoked && state(revoked, after: 3600) == .revoked)
    #expect(AdmissionRules.end(of: code, at: Self.now, membersInvite: true) == nil)
    #expect(
      AdmissionRules.end(of: code, at: code.expiresAt, membersInvite: true)?.sentence
        == "This code has expired (2027-01-15T09:00:00Z). Ask whoever gave it to you for a new one."
    )
  }

  @Test func `only an open invitation of somebody else keeps a name`() throws {
    var code = try code(.invitation, name: "carol")
    #expect(AdmissionRules.isReserved(by: [code], at: Self.now, membersInvite: true))
    #expect(!AdmissionRules.isReserved(by: [code], except: "a", at: Self.now, membersInvite: true))
    #expect(!AdmissionRules.isReserved(by: [code], at: code.expiresAt, membersInvite: true))
    #expect(!AdmissionRules.isReserved(by: [], at: Self.now, membersInvite: true))
    code.isRevoked = true
    #expect(!AdmissionRules.isReserved(by: [code], at: Self.now, membersInvite: true))
  }
}
