import ChatModel
import ChatWords
import CloudModel

/// The consequences of a change of the members, and for whom.
enum MemberChangeWords {
  static func verb(of change: MembersModel.Change) -> String {
    switch change {
    case .permission(_, .readWrite): "let write"
    case .permission: "let only read"
    case .removal(let member): member.status == .pending ? "withdraw" : "remove"
    case .stopSharing: "stop sharing"
    case .limit: "limit"
    }
  }

  static func progress(of change: MembersModel.Change) -> String {
    switch change {
    case .permission(let member, _): "Changing the right of \(member.name) …"
    case .removal(let member): "Removing \(member.name) …"
    case .stopSharing: "Removing all other members …"
    case .limit: "Setting what each member may use …"
    }
  }

  static func consequences(of change: MembersModel.Change) -> [String] {
    switch change {
    case .permission(let member, let permission):
      ConsequenceWords.permission(of: member, becoming: permission)
    case .removal(let member): ConsequenceWords.removing(member)
    case .stopSharing: ConsequenceWords.stoppingSharing()
    // Nothing that is there goes, so nobody is asked.
    case .limit: []
    }
  }
}
