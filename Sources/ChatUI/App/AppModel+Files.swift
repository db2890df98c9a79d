package import ChatModel
import ChatViews

extension AppModel {
  /// The message that `save` means: the picked one, or the newest with a file.
  package var fileTarget: Message? {
    let messages = conversation?.pickedMessage.map { [$0] } ?? conversation?.messages ?? []
    return messages.last { $0.attachment != nil }
  }

  package func attach(_ path: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    guard !path.isEmpty else {
      return show(.info("The file is missing. Add it after the command: /attach photo.png"))
    }
    sent(to: chat.id)
    want(.write(.attach(path: path, to: chat.id, replyingTo: composer.replyTo)))
    composer.leaveMode()
  }

  /// Saves a file into a folder, the current one where none is named.
  package func saveFile(_ folder: String) {
    guard let message = fileTarget else { return }
    leavePicking()
    want(.write(.saveFile(message.id, folder: folder.isEmpty ? "." : folder)))
  }

  package func fetching(_ message: MessageID, folder: String) {
    awaitedFiles[message] = folder
    show(.info("The file is being downloaded. It is saved when it is complete."))
    lookForFiles(in: conversation?.messages ?? [])
  }

  package func saved(_ message: MessageID, path: String) {
    awaitedFiles[message] = nil
    show(.info("Saved as \(path)."))
  }

  /// Saves the awaited files that have arrived, and reports those that failed.
  func lookForFiles(in messages: [Message]) {
    guard !awaitedFiles.isEmpty else { return }
    for message in messages {
      guard let folder = awaitedFiles[message.id], let file = message.attachment else { continue }
      if file.isHere {
        awaitedFiles[message.id] = nil
        want(.write(.saveFile(message.id, folder: folder)))
      } else if case .failed(let reason) = file.transfer?.state {
        awaitedFiles[message.id] = nil
        show(.error("The file was not downloaded: \(reason)"))
      }
    }
  }
}
