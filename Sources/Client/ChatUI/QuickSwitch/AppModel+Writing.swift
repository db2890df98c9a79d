import ChatModel
import ChatWords
import ClientSettings

/// Writing to a person by the name of their account.
extension AppModel {
  /// Performs `/msg NAME TEXT`; without a text the chat with the person opens, and without a name all are offered.
  package func message(_ argument: String) {
    let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first.map(String.init) else {
      overlay = QuickSwitchModel(list: list, account: account)
      return
    }
    let text = words.count > 1 ? String(words[1]).trimmedBlanks : ""
    guard !text.isEmpty else { return write(to: name) }
    guard text.utf8.count <= Message.textLimitBytes else {
      return report(.textTooLong(bytes: text.utf8.count))
    }
    show(.info("Looking for \(name) …"))
    let letter = Letter(to: name, text, from: openChat, kind: directChatKind)
    letters.append(letter)
    origin(of: letter)?.begin(letter.command)
    saveDrafts()
    want(.deliver(letter))
  }

  /// Opens the chat with just one person, or begins it; a dialog shows how far that is.
  func write(to name: String) {
    let model = QuickSwitchModel(list: list, account: account, text: name)
    overlay = model
    write(to: name, by: model)
  }

  /// The same by a dialog that is open.
  func write(to name: String, by model: QuickSwitchModel) {
    model.look(for: name)
    ask(.chat(with: name, directChatKind))
  }

  /// What a chat of two is that begins now.
  private var directChatKind: DirectChatKind { settings.chats.sealed ? .sealed : .plain }

  /// Opens the chat in which a message to a person is.
  func delivered(_ letter: Letter, in chat: ChatID) {
    forget(letter)
    // Somebody who has gone on meanwhile is not taken away.
    guard openChat == letter.origin, overlay == nil else {
      return show(.info("Written to \(letter.name)."))
    }
    show(nil)
    openWhenListed(chat)
  }

  /// Gives back a message to a person that was not written, as the command that it was.
  func giveBack(_ letter: Letter, reason: String) {
    forget(letter)
    putBack(letter)
    show(.error(reason))
  }

  /// Puts back what is still on its way when the client ends, so that it is saved as a draft.
  func putBackLetters() {
    for letter in letters {
      forget(letter)
      putBack(letter)
    }
  }

  private func putBack(_ letter: Letter) {
    (origin(of: letter) ?? composer).giveBack(letter.command)
    textChanged()
  }

  private func forget(_ letter: Letter) {
    if let place = letters.firstIndex(of: letter) { letters.remove(at: place) }
    origin(of: letter)?.end(letter.command)
    textChanged()
  }

  private func origin(of letter: Letter) -> ComposerModel? {
    letter.origin.flatMap { opening.composer(of: $0) }
  }
}
