import ChatModel

/// Pasting: texts that are inserted, and texts and pictures that become files.
extension AppModel {
  /// Inserts a pasted text; a long one only after a question.
  package func paste(_ text: String) {
    let canAttach = openChat != nil && !composer.isEditing && reasonAgainstWriting == nil
    let model = PasteModel(text, in: composer, canAttach: canAttach)
    guard model.isLong, model.canInsert || canAttach else { return insert(text) }
    overlay = model
  }

  /// Inserts a text into a chat, which is still open, after a question.
  func insert(_ text: String, into chat: ChatID?) {
    guard openChat == chat else {
      return show(.error("Nothing is inserted: another chat is open now. Paste the text again."))
    }
    insert(text)
  }

  /// Attaches the picture that is in the desktop's clipboard.
  package func pastePicture() {
    if let openChat { want(.makeFile(.clipboardPicture, in: openChat)) }
  }

  /// Attaches a file that was made of what was pasted in a chat.
  func attachMade(_ path: String, in chat: ChatID) {
    guard let composer = opening.composer(of: chat) else {
      return show(.error("Nothing is attached: the chat is not open any more. Paste it again."))
    }
    attach(fileAt: path, to: composer)
  }
}
