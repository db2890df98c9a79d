import ChatModel
import ChatSecrets
import CloudModel

/// Takes the statements of a sealed zone, in whatever order they come, into what the account knows of the chat.
struct StatementChain: Sendable {
  private(set) var chat: SealedChat?
  /// The records that the replica keeps: they were taken, prove a fork, or wait for one before them.
  private(set) var kept: [CloudRecord] = []
  private let found: @Sendable ([UInt8]) -> SealedChat?

  /// A chain that begins with `chat`; while there is none, `found` makes it of the first statement, or refuses that.
  init(_ chat: SealedChat?, found: @escaping @Sendable ([UInt8]) -> SealedChat?) {
    (self.chat, self.found) = (chat, found)
  }

  /// Takes those of `records` that follow; what contradicts the statements before is left out.
  mutating func take(_ records: [CloudRecord]) {
    let numbered = records.compactMap { record in
      Self.number(of: record).map { (number: $0, record: record) }
    }.sorted {
      // The witness of a fork comes after the one that was there first.
      ($0.number, $0.record.recordID.recordName.utf8.count)
        < ($1.number, $1.record.recordID.recordName.utf8.count)
    }
    for (number, record) in numbered {
      guard case .bytes(let bytes) = record[StatementRecord.key] else { continue }
      take(record, [UInt8](bytes), number)
    }
  }

  private mutating func take(_ record: CloudRecord, _ bytes: [UInt8], _ number: UInt32) {
    guard var chat else {
      chat = number == 0 ? found(bytes) : nil
      return kept.append(record)
    }
    let wasForked = chat.forkedAt != nil
    do throws(ChainFault) {
      // Under a name that is not its own it would take the place of another one.
      let isNew = try chat.take(bytes)
      let taken = isNew ? chat.newest.number : (try? ChatStatement(bytes))?.roster.number
      guard taken == number else { return }
      kept.append(record)
    } catch {
      switch error {
      case .gap: kept.append(record)
      case .fork:
        if wasForked { break }
        var witness = record
        witness.recordID.recordName += Self.witnessMark
        kept.append(witness)
      case .unreadable, .anotherChat, .wrongParent, .owner, .member, .rule: break
      }
    }
    self.chat = chat
  }

  /// The end of the name under which a replica keeps a second statement of one number.
  private static let witnessMark = "*"

  private static func number(of record: CloudRecord) -> UInt32? {
    let name = record.recordID.recordName
    return StatementRecord.number(
      in: name.hasSuffix(witnessMark) ? String(name.dropLast(witnessMark.count)) : name)
  }
}
