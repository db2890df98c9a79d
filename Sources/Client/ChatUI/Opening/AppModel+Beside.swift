import ChatModel
import TerminalUI

/// Two chats side by side on a wide screen: one has the keys and the composer, the other is only shown.
extension AppModel {
  /// The chat beside the open one, without the keys.
  package var otherConversation: ConversationModel? { opening.other }

  var reasonAgainstOther: String? {
    opening.other == nil
      ? "No other chat is shown. \(keymap.way(to: .twoChats)) shows one beside this one." : nil
  }

  /// The reason why no second chat can be shown; one that is there already can be hidden on any screen.
  var reasonAgainstBeside: String? {
    if let reason = reasonAgainstReading { return reason }
    if opening.other != nil { return nil }
    let columns = ScreenLayout.leastColumnsWithTwoChats
    guard screenColumns >= columns else {
      return "Two chats stand side by side on a screen of \(columns) columns or more."
    }
    return isBare
      ? "Only the messages of one chat are shown now. \(keymap.way(to: .bareView)) goes back." : nil
  }

  /// Shows a chat beside the open one, by its name or the one before; without a name, hides the one that is there.
  func toggleBeside(_ name: String) {
    if name.isEmpty, opening.other != nil { return opening.hideOther() }
    let chat =
      name.isEmpty ? opening.chatForBeside(in: list) : list.chats(matching: name).first?.id
    if !name.isEmpty, chat == nil {
      return show(.error("There is no chat ‘\(DisplayText.singleLine(name))’ in your list."))
    }
    guard let chat, chat != openChat else {
      return show(.info("There is no other chat to be shown beside this one."))
    }
    opening.showBeside(chat)
  }

  /// Gives the keys to the other of two chats.
  func goToOther() {
    if let other = opening.other { open(other.chat) }
  }
}
