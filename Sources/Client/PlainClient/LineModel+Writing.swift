import ChatCore
import ChatModel
import ChatWords
import CloudModel
import Foundation

/// Messages as they are written, and what is done with them.
extension LineModel {
  func send(_ text: String, replyingTo recordName: String? = nil) async throws {
    let chat = try await requireChat()
    try await noteSent(repository.send(text, to: chat.id, replyingTo: recordName), in: chat)
  }

  /// Gives an own message its number; says something only where it cannot be sent at once.
  func noteSent(_ id: MessageID, in chat: ChatSummary) async throws {
    let message = try await repository.message(id)
    let number = numbers.note(message, in: chat.id)
    if !hasGap { bottom = max(bottom ?? .first, message.cursor) }
    if !hasGap, rest.isEmpty { saidThrough = max(saidThrough, message.cursor) }
    if top == nil { top = message.cursor }
    try await markAllSeen()
    if let obstacle = try await repository.currentConnectionStatus().sync.obstacle {
      say("\(number) is queued: \(obstacle).")
    }
  }

  /// The message of a number, or the newest one of the open chat that fits.
  ///
  /// - Parameters:
  ///   - argument: begins with the number, or is empty.
  ///   - reason: why no message fits.
  ///   - fits: whether a message can be meant.
  /// - Returns: the message as it is now, and what follows the number.
  /// - Throws: a refusal that says why there is no such message.
  func message(
    _ argument: String, else reason: String, where fits: (Message) -> Bool = { !$0.isDeleted }
  ) async throws -> (number: Int, message: Message, rest: String) {
    let chat = try await requireChat()
    let parts = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let number: Int
    if let first = parts.first {
      guard let given = Int(first), let entry = numbers[given] else {
        throw LineRefusal(
          "There is no message \(first). read shows the messages with their numbers.")
      }
      guard entry.chat == chat.id else {
        let other = try await chats().first { $0.id == entry.chat }
        throw LineRefusal(
          "\(given) is in \(other.map(LineWords.name) ?? "another chat"). Open that chat first.")
      }
      number = given
    } else {
      guard let newest = numbers.newest(in: chat.id, where: fits) else { throw LineRefusal(reason) }
      number = newest
    }
    guard let entry = numbers[number] else { throw LineRefusal(reason) }
    let message = try await repository.message(entry.message.id)
    guard fits(message) else { throw LineRefusal(reason) }
    let rest = parts.count > 1 ? String(parts[1]).trimmedBlanks : ""
    return (number, message, rest)
  }

  /// Takes an own message back as soon as it can no longer be undone.
  func remove(_ argument: String) async throws {
    let (number, message, _) = try await message(
      argument, else: "You can only remove your own messages.",
      where: { $0.isOwn && !$0.isDeleted })
    pendingRemoval = message.id
    say(
      "\(number) is removed for everyone. undo brings it back, for 8 seconds or until your next line."
    )
  }

  func undo() async throws {
    guard let message = pendingRemoval else { throw LineRefusal("There is nothing to undo.") }
    pendingRemoval = nil
    say("\(numbers.number(of: message) ?? 0) stays.")
  }

  func performRemoval() async throws {
    guard let id = pendingRemoval else { return }
    pendingRemoval = nil
    try await repository.delete(id)
    try await refreshNote(of: id)
  }

  /// Takes note of a change that was made here, so that it is not told.
  func refreshNote(of id: MessageID) async throws {
    guard let number = numbers.number(of: id), let entry = numbers[number] else { return }
    do throws(ChatError) {
      _ = numbers.note(try await repository.message(id), in: entry.chat)
    } catch {
      // A message that was never sent is gone.
      guard error == .unknownMessage else { throw error }
    }
  }

  func save(_ argument: String) async throws {
    let (number, message, folder) = try await message(
      argument, else: "This message has no file.", where: { $0.attachment != nil && !$0.isDeleted })
    let place = try folder.isEmpty ? services.downloads() : PathText.file(folder)
    try await save(message.id, number: number, to: place)
  }

  func save(_ message: MessageID, number: Int, to place: URL) async throws {
    if let file = try await repository.saveAttachment(of: message, to: place) {
      return say("The file of \(number) is saved: \(file.path)")
    }
    try await repository.requestAttachment(of: message)
    awaitedFiles.append((message, place))
    say("The file of \(number) is being downloaded, and saved as soon as it is here.")
  }
}
