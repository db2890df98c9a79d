/// What two people read to each other to find out whether somebody is between them: twelve groups of five digits.
///
/// Six groups are one person's, six the other's; both see them in the same order. A person's own groups are the same
/// for everybody. Digits, as Signal and WhatsApp have them, can be read aloud in every language, and need no list.
package struct SafetyNumber: Hashable, Sendable, CustomStringConvertible {
  private static let groupsOfOne = 6

  /// Each has five digits.
  package let groups: [String]

  package init(of one: AccountIdentity, and other: AccountIdentity) {
    let pair = [one, other].sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    groups = pair.flatMap(Self.groups)
  }

  /// Five bytes of a hash for each group; the remainder of a number below 2^40 favours no group noticeably.
  private static func groups(of identity: AccountIdentity) -> [String] {
    let hash = Label.safetyNumber.hash(identity.bytes)
    return (0..<groupsOfOne).map { index in
      let number = hash[index * 5..<index * 5 + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let digits = String(number % 100_000)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }

  package var description: String { groups.joined(separator: " ") }
}
