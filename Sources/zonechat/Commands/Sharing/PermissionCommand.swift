import ArgumentParser
import ChatCore
import ChatModel
import Composition
import CloudModel

struct PermissionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permission", abstract: "Set whether a member of your chat may write.")

  enum Right: String, ExpressibleByArgument, CaseIterable {
    case readOnly = "read-only"
    case readWrite = "read-write"
  }

  @OptionGroup var target: ChatArgument

  @Argument(help: "The name of the member's account.")
  var member: String

  @Argument(help: "The member's right: read-only or read-write.")
  var right: Right

  func run() async throws {
    try await target.with { session, found in
      try await session.sharing.setPermission(
        of: member, in: found.id, to: right == .readOnly ? .readOnly : .readWrite)
    }
  }
}

struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a member from your chat, or withdraw an invitation.")

  @OptionGroup var target: ChatArgument

  @Argument(help: "The name of the member's account.")
  var member: String

  func run() async throws {
    try await target.with { session, found in
      try await session.sharing.remove(member, from: found.id)
    }
  }
}

struct StopSharingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop-sharing", abstract: "Remove all other members from your chat, and keep it.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.sharing.stopSharing(found.id)
    }
  }
}
