import ChatModel
import ChatWords
import ClientSettings
import Foundation
import TerminalUI

/// A person's settings of a chat, on all of their devices.
extension AppModel {
  /// The chat that is meant: the one selected in the list, or the open one.
  var chatInHand: ChatSummary? {
    guard focus == .list else { return openSummary }
    guard case .chat(let chat)? = list.selection else { return nil }
    return list.summary(of: chat)
  }

  package func togglePin() {
    guard let chat = chatInHand else { return }
    want(.write(.setPinned(!chat.isPinned, chat.id)))
    let name = ChatListText.quoted(chat)
    show(.info(chat.isPinned ? "\(name) is not pinned any more." : "\(name) is pinned."))
  }

  package func toggleArchive() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    if chat.isArchived {
      want(.write(.setArchived(false, chat.id)))
      show(.info("‘\(name)’ is back in the list."))
    } else {
      begin(.archiving(chat.id, name: name))
    }
  }

  /// Of which messages of a chat the person is told.
  func rule(for chat: ChatSummary) -> NotificationRule {
    NotificationRule(of: chat, level: settings.notifications.level)
  }

  /// - Parameter word: `all`, `mentions` or `none`; empty for the next of them.
  package func setNotifications(_ word: String) {
    guard let chat = chatInHand else { return }
    let all = ChatNotifications.allCases
    let rule = rule(for: chat)
    // Where the settings silence everything, the round goes on from what is chosen.
    let present = rule.reason == .settings ? chat.notifications : rule.messages
    let place = all.firstIndex(of: present) ?? 0
    let wanted =
      word.isEmpty
      ? all[(place + 1) % all.count] : ChatNotifications(rawValue: word.lowercased())
    guard let wanted else {
      return show(.error("Write /notify all, /notify mentions or /notify none."))
    }
    want(.write(.setNotifications(wanted, chat.id)))
    var changed = chat.unmuted
    changed.chosenNotifications = wanted
    let sentence = self.rule(for: changed).sentence(about: ChatListText.quoted(chat))
    guard word.isEmpty else { return show(.info(sentence)) }
    let others = (1..<all.count).map { all[(place + 1 + $0) % all.count].choice }
    show(
      .info(
        "\(sentence) \(keymap.way(to: .notifications)) again: \(others.joined(separator: ", then "))."
      )
    )
  }

  /// Mutes a chat for a time; afterwards its notifications are as they are chosen.
  ///
  /// - Parameters:
  ///   - word: how long, or that it ends, as `MuteOrder` has it.
  ///   - now: the time.
  ///   - time: the words for times.
  func mute(_ word: String, now: Date, _ time: TimeText) {
    guard let chat = chatInHand else { return }
    let name = ChatListText.quoted(chat)
    switch MuteOrder(word, isMuted: chat.mutedUntil != nil) {
    case nil: show(.error("‘/mute’ takes \(MuteOrder.forms)."))
    case .end where chat.mutedUntil == nil: show(.error("\(name) is not muted for a time."))
    case .end:
      want(.write(.mute(until: nil, chat.id)))
      show(.info(rule(for: chat.unmuted).sentence(about: name)))
    case .begin(let span):
      let end = span.end(from: now, time)
      want(.write(.mute(until: end, chat.id)))
      show(.info(time.sentence(aboutMuteOf: name, until: end, now: now)))
    }
  }
}
