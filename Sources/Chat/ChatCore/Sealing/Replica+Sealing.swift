import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB

/// A page of a zone's feed as the replica keeps it.
struct OpenedPage: Sendable {
  var changes: RecordZoneChanges
  /// Statements, and sealed records that do not open: they are kept as they came.
  var kept: [CloudRecord] = []
  /// The names in the cloud of what was kept so, and has opened.
  var opened: [String] = []
  /// What is known of the chat after the page's statements, if there are any, and which ones it was made of.
  var chat: (after: StoredStatement.Version, chat: SealedChat)?

  mutating func add(_ records: [CloudRecord], _ arrivals: [SealedZone.Arrival]) {
    for (record, arrival) in zip(records, arrivals) {
      switch arrival {
      case .open(let plain):
        changes.modifications.append(plain)
        if SealedType(rawValue: record.recordType) != nil {
          opened.append(record.recordID.recordName)
        }
      case .waits, .newer, .closed: kept.append(record)
      case .ignored: break
      }
    }
  }
}

/// Opening what comes from the cloud, before the transaction that takes it in.
extension Replica {
  /// The page with plain records; that of a plain zone as it is.
  func opened(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID
  ) async throws -> OpenedPage {
    guard ChatZone.isSealed(zoneID) else { return OpenedPage(changes: changes) }
    let isStatement = { (record: CloudRecord) in record.recordType == StatementRecord.recordType }
    let statements = changes.modifications.filter(isStatement)
    let others = changes.modifications.filter { !isStatement($0) }
    let (chain, version, closed) = try await chain(taking: statements, in: zoneID)
    let arriving = Set(others.map(\.recordID.recordName))
    // What waited comes first: an answer to it may be in the page.
    let records = closed.filter { !arriving.contains($0.recordID.recordName) } + others
    var page = OpenedPage(changes: changes, kept: chain?.kept ?? [])
    if !statements.isEmpty { page.chat = chain?.chat.map { (after: version, chat: $0) } }
    page.changes.modifications = []
    // Who takes a statement away takes it from those who come later.
    page.changes.deletions.removeAll {
      StatementRecord.number(in: $0.recordID.recordName) != nil
    }
    page.add(records, await arrivals(of: records, chain?.chat))
    return page
  }

  /// Opens what has waited in sealed chats, because this device had no keys of the account, or not the newest.
  func openWhatWaits() async throws {
    let chats = try readBriefly { db in
      try StoredChat.fetchAll(
        db.cachedStatement(
          sql: "SELECT * FROM chat WHERE \(StoredChat.hasSealedName) AND ending IS NULL")
      ).compactMap { stored in
        try sealing.chat(db, stored).map { chat in
          let id = try stored.requireID()
          let waiting = try StoredStatement.closedRecords(db, chatID: id, in: stored.zoneID)
          return (stored.zoneID, chat, waiting)
        }
      }
    }
    for (zoneID, chat, waiting) in chats where !waiting.isEmpty {
      let none = RecordZoneChanges(
        modifications: [], deletions: [], changeToken: ServerChangeToken(rawValue: ""),
        moreComing: false)
      var page = OpenedPage(changes: none)
      page.add(waiting, await SealedZone(chat: chat).opened(waiting))
      let opened = page
      try await change(zoneID) { transaction in
        let plain = try transaction.take(opened).modifications
        transaction.isReadingFeed = true
        try transaction.absorb(plain)
        transaction.isReadingFeed = false
      }
    }
  }

  /// Without the keys of the chat everything sealed stays closed.
  private func arrivals(
    of records: [CloudRecord], _ chat: SealedChat?
  ) async -> [SealedZone.Arrival] {
    if let chat { return await SealedZone(chat: chat).opened(records) }
    return records.map {
      if SealedType(rawValue: $0.recordType) != nil { return .closed }
      return SealedType(plain: $0.recordType) == nil ? .open($0) : .ignored
    }
  }

  /// What is known of a zone after new statements, the version of those before, and the records that wait, if there
  /// are new ones.
  private func chain(
    taking statements: [CloudRecord], in zoneID: RecordZoneID
  ) async throws -> (StatementChain?, StoredStatement.Version, closed: [CloudRecord]) {
    try await read { [sealing] db in
      guard let stored = try StoredChat.fetch(db, zoneID: zoneID) else {
        return (nil, StoredStatement.Version(), [])
      }
      let id = try stored.requireID()
      let version = try StoredStatement.version(db, chatID: id)
      var chain = try sealing.chain(db, stored, after: sealing.chat(db, stored))
      guard !statements.isEmpty else { return (chain, version, []) }
      let arriving = Set(statements.map(\.recordID.recordName))
      let waiting = try StoredStatement.all(db, chatID: id, in: zoneID).filter {
        !arriving.contains($0.recordID.recordName)
      }
      chain.take(waiting + statements)
      return (chain, version, try StoredStatement.closedRecords(db, chatID: id, in: zoneID))
    }
  }

  /// The answers with plain records; those of a plain zone as they are.
  ///
  /// The cloud may answer with anything: what does not open as a record of the chat is no answer.
  ///
  /// - Returns: also whether something in the way waits for a key, which the next page of the feed may bring.
  func opened(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) throws -> ([OutboxOutcome], waitsForKeys: Bool) {
    let zoneID = batch.zoneID
    guard ChatZone.isSealed(zoneID) else { return (outcomes, false) }
    let chat = try readBriefly { db in
      try StoredChat.fetch(db, zoneID: zoneID).flatMap { try sealing.chat(db, $0) }
    }
    guard let zone = chat.map(SealedZone.init) else { return (outcomes, false) }
    var (opened, waitsForKeys) = (outcomes, false)
    for index in opened.indices {
      if case .conflict(let record) = outcomes[index].result, case .waits = zone.opened(record) {
        waitsForKeys = true
      }
      opened[index].result = zone.opened(outcomes[index].result)
    }
    return (opened, waitsForKeys)
  }
}

extension SealedZone {
  fileprivate func opened(_ result: OutboxOutcome.Result) -> OutboxOutcome.Result {
    switch result {
    case .acknowledged(let record?):
      if case .open(let plain) = opened(record) { return .acknowledged(plain) }
      return .undecided(mayBeStored: true)
    case .conflict(let record):
      switch opened(record) {
      case .open(let plain): return .conflict(server: plain)
      case .waits: return .undecided(mayBeStored: false)
      case .newer, .closed, .ignored:
        return .failed(reason: "Another record has taken its place, and is not genuine.")
      }
    case .acknowledged(nil), .gone, .failed, .undecided: return result
    }
  }
}
