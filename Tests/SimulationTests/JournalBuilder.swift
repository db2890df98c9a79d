import CloudModel
import CloudSync
import SyncRules

@testable import Simulation

/// A journal made by hand: Alice owns a chat that Bob takes part in.
struct JournalBuilder {
  static let zone = RecordZoneID(zoneName: "chat-1", ownerName: "_alice")

  private var entries: [SimulationJournal.Entry] = []
  private var lastNumber = 0

  init() {
    note(.began(devices: [.init(device: "bob1", user: "_bob")]), at: 0)
    note(.stated(device: "bob1", .upToDate), at: 0)
  }

  /// The violations that `checker` finds in it.
  func judged(by checker: some Checker) -> [String] {
    var checker = checker
    for (index, entry) in entries.enumerated() { checker.observe(entry, at: index) }
    return checker.findings.violations.map(\.text)
  }

  mutating func note(_ event: SimulationEvent, at seconds: Int) {
    entries.append(SimulationJournal.Entry(time: .seconds(seconds), event: event))
  }

  /// Bob's device asks this of the cloud; answers the request.
  @discardableResult
  mutating func ask(
    _ operation: CloudCall, _ items: [Request.Item] = [],
    in zone: RecordZoneID = JournalBuilder.zone, at seconds: Int
  ) -> Request {
    lastNumber += 1
    let request = Request(
      number: lastNumber, device: "bob1", user: "_bob", operation: operation, scope: .shared,
      zone: zone, items: items)
    note(.requested(request), at: seconds)
    return request
  }

  /// It reaches the cloud, and the answer reaches the device.
  mutating func answer(
    _ request: Request, _ items: [CloudResult.Item] = [], page: CloudResult.Page? = nil,
    refusal: CloudError? = nil, at seconds: Int
  ) {
    note(
      .reached(CloudResult(request: request, refusal: refusal, items: items, page: page)),
      at: seconds)
    note(.answered(number: request.number, device: "bob1", error: nil), at: seconds)
  }

  /// Bob's device stores these messages in the cloud.
  mutating func save(_ records: String..., at seconds: Int) {
    let request = ask(.modifyRecords, records.map { .init(name: $0, type: "Message") }, at: seconds)
    answer(request, records.map { .init(name: $0, result: .saved(tag: "1")) }, at: seconds)
    let outcomes = records.map {
      Transaction.Outcome(record: $0, generation: 1, result: .acknowledged)
    }
    note(.stored(device: "bob1", .applied(JournalBuilder.zone, outcomes)), at: seconds)
  }

  /// Bob's device applies a page of the chat's changes.
  mutating func page(from since: String?, to token: String, at seconds: Int) {
    note(
      .stored(
        device: "bob1",
        .zonePage(
          Self.zone, since: since.map(ServerChangeToken.init(rawValue:)),
          token: ServerChangeToken(rawValue: token),
          epoch: 1, moreComing: false, isTaken: true, canWrite: nil)), at: seconds)
  }

  /// Adds the view of the chat on a device of Bob; `edited` are the records that are shown as edited, `unread` those
  /// that count as unread.
  mutating func show(
    _ records: [String: DeviceSnapshot.Line.State], times: [String: Int64] = [:],
    edited: Set<String> = [], unread: Set<String> = [], isComplete: Bool = true,
    token: String? = nil,
    _ moment: SimulationEvent.Moment = .anytime, on device: String = "bob1", at seconds: Int
  ) {
    let lines = records.keys.sorted().map { record in
      var line = DeviceSnapshot.Line(
        record: record, sender: "_alice", text: record, time: times[record] ?? 0,
        state: records[record] ?? .sent, isEdited: edited.contains(record), isDeleted: false,
        reactions: [:],
        readers: 0, file: nil, fileTrouble: nil)
      line.isUnread = unread.contains(record)
      return line
    }
    let chat = DeviceSnapshot.Chat(
      number: 1, zone: JournalBuilder.zone.zoneName, name: "", access: .writes, isOwn: false,
      isComplete: isComplete, token: token, messages: lines)
    note(.seen(device: device, moment, DeviceSnapshot(chats: [chat])), at: seconds)
  }
}
