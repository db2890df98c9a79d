package import ChatModel
import ChatWords
import TerminalUI

extension AppModel {
  /// The message that `save` means: the picked one, or the newest with a file.
  package var fileTarget: Message? { target { $0.attachment != nil } }

  /// The message that `open` means: the picked one, or the newest with a web address or a file.
  package var openTarget: Message? { target { !Openable.all(in: $0).isEmpty } }

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
    guard let message = openTarget else { return }
    let things = Openable.all(in: message)
    let last = things.firstIndex { $0 == opened }
    guard let next = last.map({ things[($0 + 1) % things.count] }) ?? things.first else { return }
    opened = next
    switch next {
    case .address(let link):
      if let host = LinkHost(of: link) {
        if !host.isPossible {
          return show(.error("This address leads nowhere: no host has so long a name."))
        }
        if host.isDoubtful { return askBefore(opening: link, host) }
      }
      want(.openAddress(link))
      let others = things.count > 1 ? " The same key opens the next of \(things.count)." : ""
      show(.info("Opening \(link) …" + others))
    case .file: openFile(of: message)
    }
  }

  /// Shows to which host an address leads, where that host can be taken for another one.
  private func askBefore(opening link: String, _ host: LinkHost) {
    overlay = QuestionModel(
      title: "Open this address?",
      lines: [
        DisplayText.singleLine(link.truncated(to: 200)),
        "It leads to the host ‘\(DisplayText.singleLine(host.ascii))’.",
      ]
        + (host.isLookAlike
          ? ["Letters of this host look like other letters. It can pass for another host."] : [])
        + (host.hasUserName ? ["What stands before the @ is a user name, not the host."] : [])
        + (host.hasBackslash
          ? ["Behind it stands a ‘\\’. Some programs take what follows for the host."] : [])
        + ["Open it only if you know this host."],
      verb: "open", answer: .perform(.openAddress(link)))
  }

  /// Opens the file of a message, after a question where the file may hold a program.
  func openFile(of message: Message) {
    guard let file = message.attachment else { return }
    let request = FileRequest(message.id, .open)
    if message.isOwn || FileKind.isShownOnly(file.name) { return ask(request) }
    let sender = DisplayText.singleLine(message.senderName)
    overlay = QuestionModel(
      title: "Open ‘\(DisplayText.singleLine(FileName.safe(file.name)))’?",
      lines: [
        "\(sender) has sent it. A file of this kind can hold a program.",
        "Open it only if you trust \(sender) and expect it.",
      ],
      verb: "open", answer: .perform(.file(request)))
  }

  func ask(_ request: FileRequest) {
    if awaitedFiles.contains(request) { return takeFileAnswer(.awaited, to: request) }
    want(.file(request))
  }

  /// Shows what became of a file.
  package func takeFileAnswer(_ answer: FileAnswer, to request: FileRequest) {
    awaitedFiles.remove(request)
    if answer == .awaited { awaitedFiles.insert(request) }
    let words = answer.words(for: request.purpose)
    if case .failed = answer { show(.error(words)) } else { show(.info(words)) }
  }

  /// Shows the files of the open chat.
  package func showFiles() {
    overlay = FilesModel(
      chat: openChat, chatName: openSummary.map(ChatListText.name) ?? "")
  }
}
