import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport
import TerminalUI

/// The words that a shell offers while a command is typed; none where something is in the way.
///
/// Titles, names and ids are other people's texts, and bash expands what it is offered: it would run the commands in
/// them. So only words of letters, digits, `-`, `_` and `.` are offered. zsh and fish show a text beside a word, and do
/// not read it.
enum Completions {
  /// A word that is offered, and what it stands for.
  private struct Offer {
    var word: String
    var about: String
  }

  /// Our choice: the newest messages of a chat, which a person may mean.
  private static let messageCount = 50
  /// Our choice: the most characters that are shown beside a word.
  private static let aboutLimit = 40

  /// For each chat the first word of its title, or the start of its id where the word does not tell it from others.
  static let chats = CompletionKind.custom { words, _, _ async -> [String] in
    guard let chats = await read(words, { try await $0.currentChatSummaries() }) else { return [] }
    let starts = chats.map { String($0.name.prefix(while: isPlain)) }
    return lines(
      zip(chats, starts).map { chat, start in
        let isAlone = starts.count { $0.lowercased().hasPrefix(start.lowercased()) } == 1
        let word =
          isAlone && start.first?.isLetter == true ? start : String(chat.zoneName.prefix(13))
        return Offer(word: word, about: ChatListText.name(chat))
      })
  }

  /// The ids of the newest messages of the chat before them.
  static let messages = CompletionKind.custom { words, index, _ async -> [String] in
    let found = await offers(words, index) { repository, chat in
      try await repository.page(in: chat, before: nil, limit: messageCount).reversed().map {
        Offer(
          word: $0.recordName,
          about: "\(SenderWords.short($0, own: nil)): \(MessageWords.text(of: $0))")
      }
    }
    return lines([Offer(word: "last", about: "the newest message that fits")] + found)
  }

  /// The accounts of the other members of the chat before them, also of those who are invited.
  static let members = CompletionKind.custom { words, index, _ async -> [String] in
    lines(
      await offers(words, index) { repository, chat in
        try await repository.currentMembers(of: chat)
          .filter { !$0.isMe && $0.status != .removed }
          .map { Offer(word: $0.name, about: $0.status == .pending ? "invited" : "member") }
      })
  }

  /// The accounts of those who were met.
  static let people = CompletionKind.custom { words, _, _ async -> [String] in
    let people = await read(words) { try await $0.currentAcquaintances() } ?? []
    return lines(
      people.map { Offer(word: $0.person.account, about: $0.person.displayName ?? "") })
  }

  /// The accounts of those who are blocked.
  static let blockedPeople = CompletionKind.custom { words, _, _ async -> [String] in
    let people = await read(words) { try await $0.currentBlockedPeople() } ?? []
    return lines(people.map { Offer(word: $0.name, about: "blocked") })
  }

  /// The offers from the chat that the command line names last.
  private static func offers(
    _ words: [String], _ index: Int,
    _ body: (ChatRepository, ChatID) async throws -> [Offer]
  ) async -> [Offer] {
    guard let chat = words.prefix(max(0, index)).last(where: { !$0.hasPrefix("-") }) else {
      return []
    }
    return await read(words) { try await body($0, try await $0.chat(matching: chat).id) } ?? []
  }

  /// The offers as the shell that asks reads them.
  private static func lines(_ offers: [Offer]) -> [String] {
    offers.filter { !$0.word.isEmpty && $0.word.allSatisfy(isPlain) }.map { offer in
      let about = DisplayText.singleLine(offer.about).prefix(aboutLimit)
      if about.isEmpty { return offer.word }
      return switch CompletionShell.requesting {
      // A plain word has no colon, so that the first one ends it.
      case .zsh?: "\(offer.word):\(about)"
      case .fish?: "\(offer.word)\t\(about)"
      default: offer.word
      }
    }
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
