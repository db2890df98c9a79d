import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport

struct PermissionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.permission)

  enum Right: String, ExpressibleByArgument, CaseIterable {
    case readOnly = "read-only"
    case readWrite = "read-write"

    var permission: Participant.Permission { self == .readOnly ? .readOnly : .readWrite }
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "The name of the member's account.", completion: Completions.members)
  var member: String

  @Argument(help: "The member's right: read-only or read-write.")
  var right: Right

  func run() async throws {
    try await target.with(options) { session, found in
      try session.ensureCloud()
      try await session.sharing.setPermission(
        of: member, in: found.id, to: right.permission)
      try session.say(
        DoneJSON(
          action: "permission", chat: found.zoneName, member: member,
          permission: right.permission.rawValue), json: options.json,
        words: right == .readOnly
          ? "\(member) may only read in \(found.quotedName)."
          : "\(member) may write in \(found.quotedName).")
    }
  }
}

struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.remove)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "The name of the member's account.", completion: Completions.members)
  var member: String

  func run() async throws {
    try await target.with(options) { session, found in
      try session.ensureCloud()
      try await session.sharing.remove(member, from: found.id)
      try session.say(
        DoneJSON(action: "remove", chat: found.zoneName, member: member),
        json: options.json, words: "Removed \(member) from \(found.quotedName).")
    }
  }
}

struct StopSharingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.stopSharing)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with(options) { session, found in
      try session.ensureCloud()
      try await session.sharing.stopSharing(found.id)
      try session.say(
        DoneJSON(action: "stop-sharing", chat: found.zoneName), json: options.json,
        words: "Nobody else is in \(found.quotedName) any more.")
    }
  }
}
