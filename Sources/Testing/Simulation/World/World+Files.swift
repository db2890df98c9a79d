import ChatCore
import ChatModel
import CloudModel
import Foundation

/// Files that people attach and ask for.
extension World {
  /// Somebody with a device that works sends a file, or wants one that others have sent.
  func handleFile() async {
    let awake = devices.indices.filter { devices[$0].parts != nil }
    guard let index = awake.randomElement(using: &fileRandom), let parts = devices[index].parts
    else { return }
    let key = DeviceKey(index: index, life: devices[index].life)
    let attaches = Bool.random(using: &fileRandom)
    await perform(attaches ? "attach" : "askForFile", on: key) { world in
      let chats = try await parts.repository.currentChatSummaries()
      guard let chat = chats.randomElement(using: &world.fileRandom) else { return nil }
      return attaches
        ? try await world.attach(to: chat, on: key, with: parts.repository)
        : try await world.askForFile(in: chat, with: parts.repository)
    }
  }

  private func attach(
    to chat: ChatSummary, on key: DeviceKey, with repository: ChatRepository
  ) async throws -> Intent {
    let name = "file \(nextText())"
    let place = devices[key.index].directory.appending(path: name)
    try Data(name.utf8).write(to: place)
    let id = try await repository.send(name + "!", attaching: place, to: chat.id)
    try FileManager.default.removeItem(at: place)
    let message = try await repository.message(id)
    let sent = Intent.SentMessage(message)
    note(.intended(device: devices[key.index].name, .sent(zone: chat.zoneName, [sent])))
    return .attached(zone: chat.zoneName, record: message.recordName, bytes: name)
  }

  private func askForFile(
    in chat: ChatSummary, with repository: ChatRepository
  ) async throws -> Intent? {
    let messages = try await repository.page(in: chat.id, before: nil, limit: 1000).filter {
      $0.attachment?.isInCloud == true
    }
    guard let message = messages.randomElement(using: &fileRandom) else { return nil }
    try await repository.requestAttachment(of: message.id)
    return .askedForFile(zone: chat.zoneName, record: message.recordName)
  }
}
