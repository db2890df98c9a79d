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
    let snapshot = try await parts.snapshot(zoneIDs: zoneIDs)
    try await overhear(index, parts.repository)
    note(.seen(device: devices[index].name, moment, snapshot))
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
    note(.claimed(device: devices[index].name, isUpToDate: status.sync == .upToDate))
  }

  /// Notes a snapshot of what the cloud holds for each person.
  func audit() async throws {
    for user in people.map(\.userRecordName) {
      note(.held(user: user, try await cloud.snapshot(of: user)))
    }
  }

  /// Every account, in order, each once.
  var people: [Account] {
    var found: [Account] = []
    for device in devices where !found.contains(device.account) { found.append(device.account) }
    return found
  }
}

extension Intent.SentMessage {
  init(_ message: Message) {
    self.init(
      record: message.recordName, text: message.text,
      time: message.timestamp.millisecondsSince1970)
  }
}
