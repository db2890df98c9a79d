import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules

extension SimulatedDevice.Parts {
  /// What a person sees on the device; `zoneIDs` has the zones that a request has named.
  func snapshot(zoneIDs: [String: RecordZoneID]) async throws -> DeviceSnapshot {
    var chats: [DeviceSnapshot.Chat] = []
    for summary in try await repository.currentChatSummaries() {
      let messages = try await repository.page(in: summary.id, before: nil, limit: 100_000)
      var chat = DeviceSnapshot.Chat(summary, messages)
      let unread = try await repository.unread(in: summary.id)?.range
      for (place, message) in messages.enumerated() {
        chat.messages[place].isUnread = unread?.contains(message) ?? false
      }
      for (place, message) in messages.enumerated() where message.attachment?.isHere == true {
        let file = try await repository.attachmentFile(of: message.id)
        chat.messages[place].file = try file.map { FileText.of(try Data(contentsOf: $0)) }
      }
      if let zoneID = zoneIDs[summary.zoneName] {
        chat.token = try await replica.position(in: zoneID)?.changeToken?.rawValue
      }
      chats.append(chat)
    }
    chats.sort { $0.zone < $1.zone }
    return DeviceSnapshot(chats: chats)
  }
}

extension DeviceSnapshot.Chat {
  fileprivate init(_ summary: ChatSummary, _ messages: [Message]) {
    let access: DeviceSnapshot.Access =
      switch summary.access {
      case .owner, .readWrite: .writes
      case .readOnly: .reads
      case .sealed: .sealed
      }
    self.init(
      number: summary.id.rawValue, zone: summary.zoneName, name: summary.name, access: access,
      isOwn: summary.isOwn, isComplete: summary.history == .complete,
      messages: messages.map { DeviceSnapshot.Line($0) })
  }
}

extension DeviceSnapshot.Line {
  fileprivate init(_ message: Message) {
    let state: State =
      switch message.delivery {
      case .received: .received
      case .queued, .sending, .waiting: .queued
      case .sent, .read: .sent
      case .failed: .failed
      }
    self.init(
      record: message.recordName, sender: message.senderID, text: message.text,
      time: message.timestamp.millisecondsSince1970, state: state, isEdited: message.isEdited,
      isDeleted: message.isDeleted,
      reactions: Dictionary(
        message.reactions.map { ($0.emoji, $0.count) }, uniquingKeysWith: +),
      readers: message.delivery.readers,
      isUploading: message.attachment?.transfer?.isUpload == true, file: nil,
      fileTrouble: message.attachment?.transfer.flatMap { transfer in
        if case .failed(let reason) = transfer.state { reason } else { nil }
      }, isOnlyHere: message.isOnlyHere)
  }
}

extension MessageWindow.UnreadRange {
  fileprivate func contains(_ message: Message) -> Bool {
    !message.isOwn && !message.isDeleted && message.id.rawValue > after?.rawValue ?? 0
  }
}

extension Message.Delivery {
  fileprivate var readers: Int {
    if case .read(let count, _) = self { count } else { 0 }
  }
}
