import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport

struct LimitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .limit,
    discussion: """
      What members write in a chat counts against the storage of its owner. With a limit, each member can write there \
      only so much; the owner always can. Nothing that is there goes. ‘zonechat members’ shows what each member uses.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "The size for each member, for example 50MB, or ‘none’ for no limit.")
  var size: String

  func validate() throws {
    if StorageWords.limit(size) == nil { throw ValidationError(StorageWords.wrongLimit) }
  }

  func run() async throws {
    let bytes = StorageWords.limit(size)?.bytes
    try await target.with(options) { session, found in
      try session.ensureCloud()
      let storage = try await session.sharing.limitMembers(of: found.id, to: bytes)
      try session.say(
        DoneJSON(action: "limit", chat: found.zoneName, memberBytes: storage.memberBytes),
        json: options.json, words: StorageWords.whole(storage))
    }
  }
}
