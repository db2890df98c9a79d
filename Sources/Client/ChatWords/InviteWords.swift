package import ChatModel
import CloudModel

/// The result of an invitation by name, in words.
package enum InviteWords {
  /// Parts the people who were named into those who were members before, and those who are invited now.
  package static func standing(
    of names: [String], among members: [Member]
  ) -> (members: [Member], invited: [String]) {
    func member(_ name: String) -> Member? {
      members.first { $0.status == .accepted && $0.name.lowercased() == name.lowercased() }
    }
    return (names.compactMap(member), names.filter { member($0) == nil })
  }

  /// Says that nothing has changed for somebody; `way` is what would change the right.
  package static func isMember(_ member: Member, way: String) -> String {
    let right = member.permission == .readWrite ? "may read and write" : "may only read"
    return "\(member.name) is a member already (\(right)). \(way) changes that."
  }
}
