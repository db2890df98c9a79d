import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CommandSupport
import Foundation
import TerminalUI

/// What needs the person and was not read elsewhere: the messages of which a window would tell, and invitations.
///
/// Nothing is kept on disk: what was there when the agent began is known (`NewsWatch` 1), and so is what was in a run.
/// So a message is in one run at most, also when the agent is killed and begins again.
actor AwayWatch {
  /// Our choice: more chats than this are a number.
  private static let chatLimit = 20

  private var news: NewsWatch
  private var chats: [ChatSummary] = []
  private var invitations: [Invitation] = []
  /// The invitations of which the person knows; nil before they were read.
  private var known: Set<Invitation.ID>?

  init(since start: Date) { news = NewsWatch(since: start) }

  /// Takes the chats as they are now.
  ///
  /// - Returns: whether `due` has to be called after the delay.
  func take(_ chats: [ChatSummary]) -> Bool {
    self.chats = chats
    // The level of the settings is applied when the command is run.
    return news.take(chats, level: .all)
  }

  /// Takes the invitations as they are now; those of strangers wait in the list.
  ///
  /// - Returns: whether `due` has to be called after the delay.
  func take(_ invitations: [Invitation]) -> Bool {
    self.invitations = invitations.filter { !$0.isAccepted && !$0.isFromStranger }
    guard let known else {
      self.known = Set(self.invitations.map(\.id))
      return false
    }
    return self.invitations.contains { !known.contains($0.id) }
  }

  /// Takes what still needs the person.
  ///
  /// - Parameters:
  ///   - level: of which messages a window would tell now.
  ///   - showsText: whether the words of a message are among it.
  /// - Returns: nil for nothing.
  func due(_ level: NotificationLevel, showsText: Bool) -> HookEvent? {
    let now = Live.now()
    let due = news.dueNews(chats.map { $0.at(now) }, level: level, watched: nil)
    let arrived = level == .none ? [] : invitations.filter { known?.contains($0.id) == false }
    known?.formUnion(invitations.map(\.id))
    guard !due.isEmpty || !arrived.isEmpty else { return nil }
    return AwayReport(
      news: due, invitations: arrived, chatLimit: Self.chatLimit, showsText: showsText
    ).event
  }
}

/// What needs the person, as a command learns it.
private struct AwayReport {
  let news: [NewsWatch.News]
  let invitations: [Invitation]
  let chatLimit: Int
  let showsText: Bool

  /// The line of JSON.
  private struct Line: Encodable {
    struct Chat: Encodable {
      var id: String
      var name: String
      var count: Int
      var mentions: Int
    }

    var event = "away"
    var count: Int
    var mentions: Int
    var invitations: Int
    var chats: [Chat]
    var summary: String
    var sender: String?
    var text: String?
  }

  var event: HookEvent? {
    let count = news.reduce(0) { $0 + $1.unread }
    var line = Line(
      count: count, mentions: news.reduce(0) { $0 + $1.mentions },
      invitations: invitations.count,
      chats: news.prefix(chatLimit).map {
        Line.Chat(
          id: $0.chat.zoneName, name: $0.chat.name, count: $0.unread, mentions: $0.mentions)
      }, summary: summary(count))
    var variables = [
      "EVENT": "away", "COUNT": "\(count + invitations.count)", "SUMMARY": line.summary,
    ]
    if let only = news.first?.chat, news.count == 1, invitations.isEmpty {
      variables["CHAT"] = only.zoneName
      variables["CHAT_NAME"] = ChatListText.name(only)
      if let last = only.lastMessage, !last.isOwn, !last.isDeleted {
        line.sender = last.senderName
        variables["SENDER"] = last.senderName
        if showsText {
          line.text = HookEvent.beginning(of: last.text)
          variables["TEXT"] = last.text
        }
      }
    }
    return (try? Output.jsonText(line)).map { HookEvent(variables: variables, json: $0) }
  }

  /// ‘3 new messages in Trip, Family, and 1 invitation’.
  private func summary(_ count: Int) -> String {
    var parts: [String] = []
    if !news.isEmpty {
      let names = news.prefix(3).map { String(ChatListText.name($0.chat).prefix(60)) }
      let more = news.count > 3 ? " …" : ""
      parts.append(
        DisplayText.count(count, "new message") + " in " + names.joined(separator: ", ") + more)
    }
    if !invitations.isEmpty { parts.append(DisplayText.count(invitations.count, "invitation")) }
    return parts.joined(separator: ", and ")
  }
}
