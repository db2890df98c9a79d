import ArgumentParser
import ChatCore
import ChatModel
import Composition

/// What a shell offers while a command is typed; nothing where something is in the way.
///
/// Titles and ids are other people's texts, and bash expands what it is offered: it would run the commands in
/// them. So only words of letters, digits, `-`, `_` and `.` are offered.
enum Completions {
  /// Our choice: the newest messages of a chat, which a person may mean.
  private static let messageCount = 50

  /// For each chat the first word of its title, or the start of its id where the word does not tell it from others.
  static let chats = CompletionKind.custom { words, _, _ async -> [String] in
    guard let chats = await read(words, { try await $0.currentChatSummaries() }) else { return [] }
    let starts = chats.map { String($0.name.prefix(while: isPlain)) }
    return zip(chats, starts).compactMap { chat, start in
      let isAlone = starts.count { $0.lowercased().hasPrefix(start.lowercased()) } == 1
      let word = isAlone && start.first?.isLetter == true ? start : String(chat.zoneName.prefix(13))
      return word.allSatisfy(isPlain) && !word.isEmpty ? word : nil
    }
  }

  /// The ids of the newest messages of the chat before them.
  static let messages = CompletionKind.custom { words, index, _ async -> [String] in
    guard let chat = words.prefix(max(0, index)).last(where: { !$0.hasPrefix("-") }) else {
      return []
    }
    let ids = await read(words) { repository in
      let found = try await repository.chat(matching: chat)
      return try await repository.page(in: found.id, before: nil, limit: messageCount)
        .map(\.recordName)
    }
    return ["last"] + (ids ?? []).reversed().filter { $0.allSatisfy(isPlain) }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_.".contains(character)
  }

  /// Reads the local copy of the profile that the words name.
  private static func read<Value: Sendable>(
    _ words: [String], _ body: (ChatRepository) async throws -> Value
  ) async -> Value? {
    var profile: String?
    for (index, word) in words.enumerated() {
      // Bash makes three words of ‘--profile=alice’.
      let next = words.dropFirst(index + 1).first { $0 != "=" }
      if word == "--profile", let next { profile = next }
      if word.hasPrefix("--profile=") { profile = String(word.dropFirst("--profile=".count)) }
    }
    guard
      let options = try? GlobalOptions.parse(profile.map { ["--profile", $0] } ?? []),
      let value = try? await Session.with(options, { try await body($0.repository) })
    else { return nil }
    return value
  }
}
