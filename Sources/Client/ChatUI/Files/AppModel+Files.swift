package import ChatModel
import ChatWords
import Foundation
import TerminalUI

extension AppModel {
  /// The message that `save` means: the picked one, or the newest with a file.
  package var fileTarget: Message? { target { $0.attachment != nil && $0.fold == nil } }

  /// The message that `open` means: the picked one, or the newest with a web address or a file.
  package var openTarget: Message? { target { $0.fold == nil && !Openable.all(in: $0).isEmpty } }

  private func target(_ fits: (Message) -> Bool) -> Message? {
    if let picked = conversation?.pickedMessage { return fits(picked) ? picked : nil }
    return conversation?.messages.last(where: fits)
  }

  /// Adds a file to what is being written, by the path as a person writes it.
  package func attach(_ text: String) {
    guard openChat != nil else { return show(.error(Self.noChats)) }
    guard !text.isEmpty else {
      return show(.error("The file is missing. Add it after the command: /attach photo.png"))
    }
    attach(fileAt: PathText.file(text).path, to: composer)
  }

  /// Adds the file at a path to what is being written in a chat.
  ///
  /// - Returns: whether it waits there now; otherwise an error is shown.
  @discardableResult
  func attach(fileAt path: String, to composer: ComposerModel) -> Bool {
    do throws(ChatError) {
      guard composer.attach(try WaitingFile(checking: path)) else {
        show(
          .error("\(WaitingFile.limit) files wait already. Send them first, and then attach more."))
        return false
      }
    } catch {
      report(error)
      return false
    }
    textChanged()
    return true
  }

  /// Takes the file that was attached last out of what is being written.
  func detach() {
    guard let file = composer.detach() else { return }
    show(.info("‘\(DisplayText.singleLine(file.name))’ is taken out, and is not sent."))
    textChanged()
  }

  /// Attaches a file instead of its path, where that is still all that is written in the open chat.
  func attachInstead(_ path: String, in chat: ChatID) {
    guard openChat == chat, PathText.droppedFile(composer.text) != nil else {
      return show(
        .error("The file is not attached: the chat or the text in it has changed meanwhile."))
    }
    if attach(fileAt: path, to: composer) { composer.takeCommand() }
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
    show(downloads.take(answer, to: request), about: .program)
  }

  /// Shows the files of the open chat.
  package func showFiles() {
    overlay = FilesModel(
      chat: openChat, chatName: openSummary.map(ChatListText.name) ?? "")
  }
}
