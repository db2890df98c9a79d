import ChatModel

extension ChatListView {
  /// The name of a chat; while the list has the keys, behind the number by which keys open it.
  func name(of chat: ChatSummary) -> String {
    let name = model.label(of: chat)
    guard hasFocus, let number = model.number(of: chat.id) else { return name }
    return "\(number) \(name)"
  }
}
