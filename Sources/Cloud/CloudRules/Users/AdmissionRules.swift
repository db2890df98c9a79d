package import CloudModel
import Foundation

/// The rules for codes that let somebody in.
///
/// 1. A code is 128 random bits, so that nobody guesses one. Whoever has it may know what it is for, and why it is
///    over.
/// 2. Only an open code lets somebody in: one that has uses left, has not expired, and was not taken back. Those of
///    members are as if taken back as long as members may not invite.
/// 3. While an invitation for a name is open, only its holder can take the name.
package enum AdmissionRules {
  package static let codeBytes = 16
  /// Our choice: a list still says for a month what has become of a code.
  package static let memorySeconds: Int64 = 30 * day

  private static let day: Int64 = 24 * 3600
  private static let mostUses = 100

  /// The new code that somebody asks for; nil for `uses` and `lifeSeconds` is what is usual for its kind.
  ///
  /// Throws `.invalidArguments` for what no code of this kind has.
  package static func code(
    _ kind: CodeKind, id: String, hash: [UInt8], name: String? = nil, of user: String? = nil,
    issuer: String? = nil, uses: Int? = nil, lifeSeconds: Int64? = nil, at milliseconds: Int64
  ) throws(CloudError) -> StoredCode {
    let uses = uses ?? 1
    let most = kind == .invitation ? mostUses : 1
    guard (1...most).contains(uses) else {
      throw CloudError(
        .invalidArguments,
        most == 1
          ? "Such a code can be used once. Leave ‘uses’ out."
          : "An invitation is for 1 to \(most) accounts.")
    }
    guard name == nil || uses == 1 else {
      throw CloudError(
        .invalidArguments, "An invitation for a name is for one account. Leave one of the two out.")
    }
    if let name, !AccountRules.isName(name) { throw AccountRules.invalidName }
    let life = lifeSeconds ?? usualLife(of: kind)
    let lives = lives(of: kind)
    guard lives.contains(life) else {
      throw CloudError(
        .invalidArguments,
        "Such a code can be used for \(lives.lowerBound) to \(lives.upperBound) seconds.")
    }
    return StoredCode(
      id: id, hash: hash, kind: kind, name: name, userRecordName: user, issuer: issuer,
      createdAt: milliseconds, expiresAt: milliseconds + life * 1000, uses: uses)
  }

  /// `membersInvite` is whether members may invite now.
  package static func state(
    of code: StoredCode, at milliseconds: Int64, membersInvite: Bool
  ) -> CodeState {
    if code.uses == 0 { return .used }
    let isOfMember = code.kind == .invitation && code.issuer != nil
    if code.isRevoked || isOfMember && !membersInvite { return .revoked }
    return code.expiresAt <= milliseconds ? .expired : .open
  }

  /// The reason why the code lets nobody in any more; nil for an open one.
  package static func end(
    of code: StoredCode, at milliseconds: Int64, membersInvite: Bool
  ) -> CodeEnd? {
    switch state(of: code, at: milliseconds, membersInvite: membersInvite) {
    case .open: nil
    case .used: .used
    case .expired: .expired(at: code.expiresAt)
    case .revoked: .revoked
    }
  }

  /// The code after it was taken back; its end is now, so that no list remembers it longer than others.
  package static func revoked(_ code: StoredCode, at milliseconds: Int64) -> StoredCode {
    var revoked = code
    revoked.isRevoked = true
    revoked.expiresAt = min(code.expiresAt, milliseconds)
    return revoked
  }

  /// The code after it has let in an account.
  package static func used(_ code: StoredCode, by user: String) -> StoredCode {
    precondition(code.uses > 0, "AdmissionRules 2: a code is used that has no use left")
    var used = code
    used.uses -= 1
    used.lastUsedBy = user
    return used
  }

  /// Whether one of these invitations keeps its name from everybody but the holder of the code `id`.
  package static func isReserved(
    by codes: [StoredCode], except id: String? = nil, at milliseconds: Int64, membersInvite: Bool
  ) -> Bool {
    codes.contains {
      $0.id != id && state(of: $0, at: milliseconds, membersInvite: membersInvite) == .open
    }
  }

  /// Our choice: an invitation waits for somebody to read it, a code for another device lies beside it.
  private static func usualLife(of kind: CodeKind) -> Int64 {
    switch kind {
    case .invitation: 7 * day
    case .reset: day
    case .device: 600
    }
  }

  private static func lives(of kind: CodeKind) -> ClosedRange<Int64> {
    switch kind {
    case .invitation, .reset: 3600...90 * day
    case .device: 60...600
    }
  }
}

/// The reason why a code lets nobody in any more.
package enum CodeEnd: Error, Sendable, Equatable {
  case used
  /// Milliseconds since 1970.
  case expired(at: Int64)
  case revoked

  package var sentence: String {
    let what =
      switch self {
      case .used: "This code is used up."
      case .expired(let time):
        "This code has expired (\(Date(millisecondsSince1970: time).formatted(.iso8601)))."
      case .revoked: "This code was taken back."
      }
    return what + " Ask whoever gave it to you for a new one."
  }
}
