package import ChatModel
import ChatWords

extension AppModel {
  /// The message that `save` means: the picked one, or the newest with a file.
  package var fileTarget: Message? { target { $0.attachment != nil && $0.fold == nil } }

  /// The message that `open` means: the picked one, or the newest with a web address or a file.
  package var openTarget: Message? { target { $0.fold == nil && !Openable.all(in: $0).isEmpty } }

  private func target(_ fits: (Message) -> Bool) -> Message? {
    if let picked = conversation?.pickedMessage { return fits(picked) ? picked : nil }
    return conversation?.messages.last(where: fits)
  }

  package func attach(_ path: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    guard !path.isEmpty else {
      return show(.error("The file is missing. Add it after the command: /attach photo.png"))
    }
    sent(to: chat.id)
    want(.write(.attach(path: path, to: chat.id, replyingTo: composer.replyTo)))
    composer.takeReply(for: ReplicaWrite.command(attaching: path))
  }

  /// Sends a file instead of its path, where that is still all that is written in the open chat.
  func attachInstead(_ path: String, in chat: ChatID) {
    guard openChat == chat, PathText.droppedFile(composer.text) != nil else {
      return show(
        .error("The file is not sent: the chat or the text in it has changed meanwhile."))
    }
    composer.takeCommand()
    attach(path)
  }

  /// Saves a file into a folder, the one for downloads where none is named.
  package func saveFile(_ folder: String) {
    guard let message = fileTarget else { return }
    leavePicking()
    ask(FileRequest(message.id, .save(to: folder.isEmpty ? nil : folder)))
  }

  /// Opens what a message holds; of several things the one after that which was opened just before.
  package func open() {
    guard let message = openTarget, let step = downloads.open(in: message) else { return }
    perform(step)
  }

  func openFile(of message: Message) {
    if let step = downloads.openFile(of: message) { perform(step) }
  }

  func openLink(_ address: String) { perform(downloads.openLink(address)) }

  func ask(_ request: FileRequest) { perform(downloads.step(for: request)) }

  private func perform(_ step: DownloadsModel.Step) {
    switch step {
    case .perform(let effect): want(effect)
    case .open(let address, let toast):
      want(.openAddress(address))
      show(toast)
    case .ask(let question): overlay = question
    case .show(let toast): show(toast)
    }
  }

  /// Shows what became of a file.
  package func takeFileAnswer(_ answer: FileAnswer, to request: FileRequest) {
    show(downloads.take(answer, to: request))
  }

  /// Shows the files of the open chat.
  package func showFiles() {
    overlay = FilesModel(
      chat: openChat, chatName: openSummary.map(ChatListText.name) ?? "")
  }
}
