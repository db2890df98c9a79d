package import ChatCore
import ChatModel
import CloudModel

extension DeviceView {
  /// Our choice: scenarios are read by people; longer chats are measured elsewhere.
  package static let messageLimit = 2000

  /// Reads everything from a device's replica.
  package init(_ repository: ChatRepository) async throws {
    var chats: [Chat] = []
    for summary in try await repository.currentChatSummaries() {
      let messages = try await repository.page(
        in: summary.id, before: nil, limit: Self.messageLimit)
      let members = try await repository.currentMembers(of: summary.id)
      var earlier: [MessageID: [String]] = [:]
      for message in messages where message.isEdited {
        earlier[message.id] = try await repository.editHistory(of: message.id).map(\.text)
      }
      chats.append(
        Chat(summary, messages.map { Message($0, earlier: earlier[$0.id] ?? []) }, members))
    }
    self.init(
      status: Status(try await repository.currentConnectionStatus().sync.state), chats: chats,
      invitations: try await repository.currentInvitations().map(\.chatName),
      outbox: try await repository.outbox().map(Waiting.init),
      journal: try await repository.currentNewestJournalEntry())
  }
}

extension DeviceView.Chat {
  fileprivate init(
    _ summary: ChatSummary, _ messages: [DeviceView.Message], _ members: [Member]
  ) {
    let access: DeviceView.Access =
      switch summary.access {
      case .owner: .owner
      case .readWrite: .readWrite
      case .readOnly: .readOnly
      case .sealed: .sealed
      }
    let notifications: ChatSetting.Notifications =
      switch summary.notifications {
      case .all: .all
      case .mentions: .mentions
      case .none: .none
      }
    self.init(
      zone: summary.zoneName, title: summary.name, access: access, unread: summary.unreadCount,
      mentions: summary.mentionCount, isPinned: summary.isPinned, isArchived: summary.isArchived,
      notifications: notifications,
      members: Dictionary(
        members.filter { $0.status == .accepted }.map { ($0.name, DeviceView.Access($0)) },
        uniquingKeysWith: { first, _ in first }),
      messages: messages)
  }
}

extension DeviceView.Access {
  fileprivate init(_ member: Member) {
    self = member.role == .owner ? .owner : member.permission == .readWrite ? .readWrite : .readOnly
  }
}

extension DeviceView.Message {
  fileprivate init(_ message: Message, earlier: [String]) {
    let state: DeviceView.State
    var reason: String?
    var readers = 0
    switch message.delivery {
    case .received: state = .received
    case .queued, .sending: state = .queued
    case .waiting(_, let why): (state, reason) = (.waiting, why)
    case .sent: state = .sent
    case .read(let count, _): (state, readers) = (.read, count)
    case .failed(let why): (state, reason) = (.failed, why)
    }
    if case .failed(let why)? = message.attachment?.transfer?.state { reason = reason ?? why }
    self.init(
      record: message.recordName, text: message.text, from: message.senderName, state: state,
      reason: reason, isEdited: message.isEdited, earlier: earlier, isDeleted: message.isDeleted,
      reactions: Dictionary(
        message.reactions.map { ($0.emoji, $0.count) }, uniquingKeysWith: +),
      readers: readers, replyTo: message.replyTo?.original?.text, file: message.attachment?.name,
      hasFile: message.attachment?.isHere == true)
  }
}

extension DeviceView.Waiting {
  fileprivate init(_ item: OutboxItem) {
    let state: DeviceView.State
    var reason: String?
    switch item.state {
    case .queued, .sending: state = .queued
    case .waiting(_, let why): (state, reason) = (.waiting, why)
    case .uploading(_, _, let why): (state, reason) = (why == nil ? .queued : .waiting, why)
    case .failed(let why): (state, reason) = (.failed, why)
    }
    self.init(
      subject: item.subject.name, text: item.text, state: state, reason: reason,
      isLowPriority: item.isLowPriority)
  }
}
