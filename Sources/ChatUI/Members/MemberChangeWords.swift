import ChatModel
import CloudModel

/// What a change of the members means, and for whom.
enum MemberChangeWords {
  static func verb(of change: MembersModel.Change) -> String {
    switch change {
    case .permission(_, .readWrite): "let write"
    case .permission: "let only read"
    case .removal(let member): member.status == .pending ? "withdraw" : "remove"
    case .stopSharing: "stop sharing"
    }
  }

  static func progress(of change: MembersModel.Change) -> String {
    switch change {
    case .permission(let member, _): "Changing the right of \(member.name) …"
    case .removal(let member): "Removing \(member.name) …"
    case .stopSharing: "Removing all other members …"
    }
  }

  static func consequences(of change: MembersModel.Change) -> [String] {
    switch change {
    case .permission(let member, .readWrite):
      ["\(member.name) may write, react and send files then."]
    case .permission(let member, _):
      [
        "\(member.name) may only read then.",
        "What \(member.name) has written and not sent yet stays unsent on their device.",
      ]
    case .removal(let member) where member.status == .pending:
      ["The invitation of \(member.name) is withdrawn. The link does not let them in any more."]
    case .removal(let member): removal(of: member)
    case .stopSharing:
      [
        "All other members are removed and all invitations withdrawn; the link stops working.",
        "You keep the chat. Their copies stay on their devices. /invite shares the chat again.",
      ]
    }
  }

  private static func removal(of member: Member) -> [String] {
    var lines = [
      "\(member.name) gets no more messages and can send none. Their copy stays on their device.",
      "What \(member.name) has written and not sent yet is not sent.",
    ]
    if member.role == .publicUser {
      lines.append(
        "\(member.name) joined by the open link, and can do so again until /link closed closes it.")
    } else {
      lines.append("/invite invites them again.")
    }
    return lines
  }
}
