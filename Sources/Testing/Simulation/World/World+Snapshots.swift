import ChatCore
import ChatModel
import CloudCore
import CloudModel
import CloudRules
import CloudSync
import Foundation
import SyncRules

/// Snapshots of the devices and of the cloud, written into the journal for the checkers.
extension World {
  /// Notes a snapshot of what a person sees on a device.
  func takeSnapshot(_ index: Int, _ moment: SimulationEvent.Moment) async throws {
    guard let parts = devices[index].parts else { return }
    let repository = parts.repository
    var chats: [DeviceSnapshot.Chat] = []
    for summary in try await repository.currentChatSummaries() {
      let messages = try await repository.page(in: summary.id, before: nil, limit: 100_000)
      var chat = DeviceSnapshot.Chat(summary, messages)
      for (place, message) in messages.enumerated() where message.attachment?.isHere == true {
        let file = try await repository.attachmentFile(of: message.id)
        chat.messages[place].file = try file.map { FileText.of(try Data(contentsOf: $0)) }
      }
      if let zoneID = zoneIDs[summary.zoneName] {
        chat.token = try await parts.replica.position(in: zoneID)?.changeToken?.rawValue
      }
      chats.append(chat)
    }
    chats.sort { $0.zone < $1.zone }
    try await overhear(index, parts.repository)
    note(.seen(device: devices[index].name, moment, DeviceSnapshot(chats: chats)))
  }

  /// Writes down what the device's own journal has told of messages since the last snapshot.
  private func overhear(_ index: Int, _ repository: ChatRepository) async throws {
    let entries = try await repository.journal(after: devices[index].toldUpTo, limit: 20_000)
    guard let last = entries.last else { return }
    devices[index].toldUpTo = last.id
    let told = entries.compactMap { entry in
      entry.chatID.map {
        JournalLine(chat: $0.rawValue, record: entry.recordName, kind: entry.kind)
      }
    }
    note(.told(device: devices[index].name, told))
  }

  /// Writes down whether a window of the device says that everything is up to date.
  func readStatus(_ index: Int) async throws {
    guard let parts = devices[index].parts else { return }
    let status = try await parts.repository.currentConnectionStatus()
    note(.claimed(device: devices[index].name, isUpToDate: status.state == .upToDate))
  }

  /// Notes a snapshot of what the cloud holds for each person.
  func audit() async throws {
    for user in people.map(\.userRecordName) {
      let container = cloud.container(of: user, device: nil)
      var zones: [CloudSnapshot.Zone] = []
      for scope in [DatabaseScope.private, .shared] {
        let database = container.database(with: scope)
        for zone in try await database.allRecordZones()
        where zone.zoneID.zoneName.hasPrefix("chat-") {
          zones.append(
            CloudSnapshot.Zone(
              name: zone.zoneID.zoneName, owner: zone.zoneID.ownerName,
              items: try await records(of: zone.zoneID, in: database).map { .init($0) }))
        }
      }
      zones.sort { ($0.owner, $0.name) < ($1.owner, $1.name) }
      note(.held(user: user, CloudSnapshot(zones: zones)))
    }
  }

  /// Every account, in order, each once.
  var people: [Account] {
    var found: [Account] = []
    for device in devices where !found.contains(device.account) { found.append(device.account) }
    return found
  }

  private func records(
    of zoneID: RecordZoneID, in database: any CloudDatabase
  ) async throws -> [Record] {
    var records: [Record] = []
    var token: ServerChangeToken?
    while true {
      let page = try await database.recordZoneChanges(
        inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: nil)
      records += page.modifications
      token = page.changeToken
      guard page.moreComing else { break }
    }
    return records.sorted { $0.recordID.recordName < $1.recordID.recordName }
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

extension Message.Delivery {
  fileprivate var readers: Int {
    if case .read(let count, _) = self { count } else { 0 }
  }
}

extension CloudSnapshot.Item {
  fileprivate init(_ record: Record) {
    self.init(
      record: record.recordID.recordName, type: record.recordType,
      creator: record.creatorUserRecordName ?? "",
      fields: record.fields.mapValues { value in
        switch value {
        case .string(let text): text
        case .int64(let number): "\(number)"
        case .date(let date): "\(date.millisecondsSince1970)"
        case .reference(let reference): reference.recordName
        case .double, .bytes, .location, .asset, .list: "…"
        }
      })
  }
}

extension Intent.SentMessage {
  init(_ message: Message) {
    self.init(
      record: message.recordName, text: message.text,
      time: message.timestamp.millisecondsSince1970)
  }
}
