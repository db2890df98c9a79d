package import ChatModel
package import ClientSettings

/// The messages of a chat of which the person is told, by bell and desktop, and the reason why just these.
///
/// Whatever tells of messages, or says of which it tells, asks this rule.
package struct NotificationRule: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// The settings silence all chats.
    case settings
    case mute
    /// The person has chosen for this chat.
    case choice
    /// In a chat of two, every message is for the person.
    case chatOfTwo
    /// The settings say it for all groups.
    case group
  }

  package let messages: ChatNotifications
  package let reason: Reason

  /// The rule for a chat as it is now.
  ///
  /// - Parameters:
  ///   - chat: the chat.
  ///   - level: the level of the settings: what counts in groups for which the person has chosen nothing, or that
  ///     nothing counts at all.
  package init(of chat: ChatSummary, level: NotificationLevel) {
    if level == .none {
      (messages, reason) = (.none, .settings)
    } else if chat.mutedUntil != nil {
      (messages, reason) = (.none, .mute)
    } else if let chosen = chat.chosenNotifications {
      (messages, reason) = (chosen, .choice)
    } else if chat.isOfTwo {
      (messages, reason) = (.all, .chatOfTwo)
    } else {
      (messages, reason) = (level == .all ? .all : .mentions, .group)
    }
  }

  /// What the rule says, in a few words for a panel; with the reason where a person may wonder.
  package var words: String {
    switch (messages, reason) {
    case (.all, _): "every message"
    case (.mentions, .group): "mentions (group)"
    case (.mentions, _): "mentions"
    case (.none, .settings): "nothing (settings)"
    case (.none, .mute): "nothing (muted)"
    case (.none, _): "nothing"
    }
  }

  /// What the rule says, as a sentence; `chat` is the chat's name in quotation marks.
  package func sentence(about chat: String) -> String {
    switch reason {
    case .settings: "You are told of nothing: the settings have ‘level = \"none\"’."
    case .choice, .mute: messages.sentence(about: chat)
    case .chatOfTwo: messages.sentence(about: chat, "as in every chat of two")
    case .group: messages.sentence(about: chat, "as in every group")
    }
  }
}
