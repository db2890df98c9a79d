import ChatModel

/// Why actions are not possible now, as sentences; nil when they are.
extension AppModel {
  /// - Parameter action: any.
  /// - Returns: why it is not possible now.
  package func reasonAgainst(_ action: Action) -> String? { action.reasonAgainst(self) }

  var reasonAgainstMoving: String? { list.chats.isEmpty ? Self.noChats : nil }

  var reasonAgainstReading: String? { conversation == nil ? Self.noChats : nil }

  var reasonAgainstPicking: String? {
    conversation?.messages.isEmpty != false ? "This chat has no message to pick." : nil
  }

  var reasonAgainstAnswering: String? {
    reasonAgainstWriting
      ?? (messageToAnswer == nil ? "A removed message cannot be answered." : nil)
  }

  var reasonAgainstCompleting: String? {
    composer.completion == nil ? "Tab completes only commands. Type / to see them." : nil
  }

  /// Why only the owner can do something; `what` ends the sentence “Only the owner can …”.
  func reasonAgainstOwning(_ what: String) -> String? {
    guard let chat = openSummary else { return Self.noChats }
    if case .sealed(let reason) = chat.access {
      return ChatError.sealed(chat: chat.name, reason: reason).description
    }
    return chat.isOwn ? nil : "Only the owner of ‘\(chat.name)’ can \(what). Ask them."
  }

  var reasonAgainstWriting: String? {
    guard let chat = openSummary else { return Self.noChats }
    switch chat.access {
    case .owner, .readWrite: return nil
    case .readOnly: return ChatError.readOnly(chat: chat.name).description
    case .sealed(let reason): return ChatError.sealed(chat: chat.name, reason: reason).description
    }
  }

  static let noChats = "No chats yet. /new TITLE starts one; /join LINK joins one."
  static let nothingPicked = "No message is picked. /pick picks one."
}
