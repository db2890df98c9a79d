import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB

/// What there is to say of a sealed chat.
extension Replica {
  /// The signs of a chat that can be read here, the worst first.
  func signs(_ db: Database, of stored: StoredChat) throws -> [SealedSign] {
    guard stored.isSealed, stored.ending == nil, let chat = try sealing.chat(db, stored) else {
      return []
    }
    var signs: [SealedSign] = []
    if chat.ownEntry == .falseKeys { signs.append(.falseKeys) }
    if chat.forkedAt != nil { signs.append(.forked) }
    let others = try members(db, of: ChatID(rawValue: stored.requireID())).filter { !$0.isMe }
    if stored.ownerName == user {
      // Who has come by the link is let in at once.
      let arriving = try sealing.cards(db, in: stored, chat)
      let strangers = others.filter {
        $0.keys == .notLetIn && arriving[$0.userRecordName ?? ""] == nil
      }.map(\.name)
      if !strangers.isEmpty { signs.append(.strangers(strangers)) }
    }
    let renewed = others.filter {
      if case .listed(_, .outdated)? = $0.keys { true } else { false }
    }.map(\.name)
    if !renewed.isEmpty { signs.append(.newKeys(renewed)) }
    return signs + (try sealing.closed(db, stored, chat).signs)
  }
}

/// How many records of a sealed chat have not opened, and why.
struct ClosedRecords: Equatable, Sendable {
  /// Changes with the records; what has not opened stays so until a statement comes.
  struct Version: Equatable, Sendable {
    var count: Int
    var newest: Int64
    var statements: StoredStatement.Version
  }

  /// Bounds the time that a cloud can cost by adding some: a hundred take about ten milliseconds.
  static let limit = 100

  private var notGenuine = 0
  private var newer = 0
  private var waiting = 0

  init(_ records: [CloudRecord], of chat: SealedChat) {
    let zone = SealedZone(chat: chat)
    for record in records {
      switch zone.opened(record) {
      case .closed: notGenuine += 1
      case .newer: newer += 1
      case .waits: waiting += 1
      case .open, .ignored: break
      }
    }
  }

  var signs: [SealedSign] {
    [
      notGenuine > 0 ? .notGenuine(notGenuine) : nil, newer > 0 ? .newer(newer) : nil,
      waiting > 0 ? .waiting(waiting) : nil,
    ].compactMap(\.self)
  }
}
