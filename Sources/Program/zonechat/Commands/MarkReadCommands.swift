import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport

struct MarkReadCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(
    .markRead,
    discussion: "The others see that you have read them, as if you had looked at them.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    let read = try await repository.markRead(chat.id)
    return ReadingWords.markedRead(read == nil ? [] : [chat.quotedName])
  }
}

struct MarkAllReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .markAllRead,
    discussion: "The others see that you have read them, as if you had looked at them.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      let chats = try await session.repository.currentChatSummaries()
      let read = try await session.repository.markAllRead()
      let names = read.compactMap { read in chats.first { $0.id == read.chat }?.quotedName }
      let status = try await session.syncAfterWriting()
      var done = DoneJSON(action: Self._commandName, count: read.count)
      if status != .upToDate {
        done.isSent = false
        done.reason = status.reason ?? "no answer in time"
      }
      try session.say(done, json: options.json, words: ReadingWords.markedRead(names))
      if let reason = done.reason {
        Output.note("Not sent yet: \(reason). Your other devices learn it later.")
      }
    }
  }
}
