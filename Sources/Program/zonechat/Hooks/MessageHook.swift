import ChatCore
import ChatModel
import ClientSettings
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Runs `[hooks] on-message` for each new message of somebody else, while a window or the agent is there.
///
/// 1. A message that was in the replica when the window or the agent began is not new.
/// 2. However many processes of the profile run, and however one ends, a message is in one run at most: before a
///    process runs anything, it notes under a lock how far it has come.
struct MessageHook: Sendable {
  /// Our choice: of messages that come at once only these newest ones count, as on a device that was away for long.
  private static let most = 20
  private static let pageSize = 200
  /// Older messages than this are history that is fetched.
  private static let newestSeconds = 86_400.0

  let repository: ChatRepository
  let file: URL
  let settings: SettingsFile
  let runner: HookRunner

  init(session: Session, settings: SettingsFile, runner: HookRunner) {
    repository = session.repository
    file = session.profile.hooksLock
    self.settings = settings
    self.runner = runner
  }

  /// Works until the task is cancelled; a replica that cannot be read ends it, and the session says so.
  ///
  /// - Parameter beginning: the last message that is not new; nil for the newest one that is here.
  @concurrent func run(after beginning: MessageID? = nil) async {
    let changes = repository.replica.changes()
    guard let newest = try? await repository.newestArrival(in: nil) else { return }
    var place = beginning ?? newest
    await look(after: &place)
    for await _ in changes { await look(after: &place) }
  }

  /// Runs the command for what has come since a place, which moves behind it.
  private func look(after place: inout MessageID) async {
    guard let newest = try? await repository.newestArrival(in: nil),
      newest.rawValue > place.rawValue
    else { return }
    let words = settings.news().usable.hooks.onMessage
    guard !words.isEmpty else {
      // Without a command no message is read: there may be very many, as on a new device.
      place = newest
      return
    }
    guard let news = try? await arrivals(after: &place), !news.isEmpty,
      let mine = try? claim(news, through: place), !mine.isEmpty,
      let chats = try? await repository.currentChatSummaries()
    else { return }
    for (chatID, message) in mine {
      guard !Task.isCancelled, let chat = chats.first(where: { $0.id == chatID }),
        let event = Self.event(message, in: chat)
      else { continue }
      await runner.run(words, of: "hooks.on-message", for: event)
    }
  }

  /// The newest of the messages that have come since a place, which moves behind them.
  private func arrivals(
    after place: inout MessageID
  ) async throws -> [(chatID: ChatID, message: Message)] {
    var news: [(chatID: ChatID, message: Message)] = []
    let oldest = Live.now().addingTimeInterval(-Self.newestSeconds)
    while true {
      let page = try await repository.arrivals(after: place, in: nil, limit: Self.pageSize)
      guard let last = page.last else { return news }
      place = last.message.id
      news += page.filter { _, message in
        !message.isOwn && !message.isDeleted && !message.isOfBlockedPerson
          && message.timestamp > oldest
      }
      news = Array(news.suffix(Self.most))
    }
  }

  /// Those of the messages that no other process has taken.
  private func claim(
    _ news: [(chatID: ChatID, message: Message)], through place: MessageID
  ) throws -> [(chatID: ChatID, message: Message)] {
    let lock = try FileLock.acquire(file)
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(lock.descriptor, &bytes, bytes.count, 0)
    let noted = Int64(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)) ?? 0
    // A number beyond the newest message is of a replica that is not there any more.
    let taken = noted > place.rawValue ? 0 : noted
    let text = Array("\(place.rawValue)".utf8)
    guard pwrite(lock.descriptor, text, text.count, 0) == text.count,
      ftruncate(lock.descriptor, off_t(text.count)) == 0
    else { return [] }
    return news.filter { $0.message.id.rawValue > taken }
  }

  private static func event(_ message: Message, in chat: ChatSummary) -> HookEvent? {
    var json = MessageJSON(message, chat: chat.zoneName)
    json.text = HookEvent.beginning(of: json.text)
    guard let text = try? Output.jsonText(json) else { return nil }
    return HookEvent(
      variables: [
        "EVENT": "message", "CHAT": chat.zoneName, "CHAT_NAME": chat.name,
        "SENDER": message.senderName, "MESSAGE": message.recordName, "TEXT": message.text,
      ], json: text)
  }
}
