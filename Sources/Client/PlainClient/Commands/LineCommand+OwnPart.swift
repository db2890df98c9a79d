import ChatCore
import ChatModel
import ChatWords

/// Ending one's own or everybody's part in a chat.
extension LineCommand {
  static let ownPart: [LineCommand] = [
    LineCommand(.leave, .alone) { model, _ in
      let chat = try await model.requireChat()
      guard !chat.isOwn else { throw ChatError.ownChat(chat: chat.name) }
      model.ask(ConsequenceWords.leaving(chat)) {
        try await model.repository.leave(chat.id)
        model.close("You left \(LineWords.name(chat)).")
      }
    },
    LineCommand("delete-chat", ChatVerb.delete.title, .alone) { model, _ in
      let chat = try await model.requireChat()
      guard chat.isOwn else { throw ChatError.notOwner(chat: chat.name) }
      model.ask(
        ["This deletes the chat \(LineWords.name(chat))."] + ConsequenceWords.deleting(chat)
      ) {
        try await model.repository.deleteChat(chat.id)
        model.close("\(LineWords.name(chat)) is deleted for everyone.")
      }
    },
    LineCommand(.hide, .alone) { model, _ in
      let chat = try await model.requireChat()
      guard case .sealed = chat.access else {
        throw LineRefusal(
          chat.isOwn
            ? "Only a closed chat can be removed from this device alone. delete-chat deletes it for everyone."
            : "Only a closed chat can be removed from this device alone. /leave leaves the chat.")
      }
      model.ask(ConsequenceWords.hiding(chat)) {
        try await model.repository.hide(chat)
        model.close("\(LineWords.name(chat)) is removed from this device.")
      }
    },
    LineCommand(.uploadAgain, .alone) { model, _ in
      let chat = try await model.requireChat()
      guard chat.isOwn, case .sealed = chat.access else {
        throw LineRefusal("Only a chat of yours that was deleted elsewhere can be brought back.")
      }
      try await model.repository.uploadAgain(chat.id)
      model.say(
        "The chat is uploaded again, with what you have written in it. invite invites people.")
    },
  ]
}

extension LineModel {
  /// No chat is open any more; says why.
  fileprivate func close(_ reason: String) {
    (openChat, rest) = (nil, [])
    say(reason)
  }
}
