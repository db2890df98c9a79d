package import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation

/// The cards of accounts in the public database: everybody reads them, and each account writes its own.
extension ChatSharing {
  /// Makes the keys of the account if it has none, and publishes its card.
  ///
  /// Doing so twice changes nothing. Nobody overwrites a card: of two devices that make keys at once, the one whose
  /// card is there first has made the account's.
  package func prepareKeys() async throws(ChatError) {
    let keys = replica.sealing.keys
    let hadKeys = try keys.secrets() != nil
    for _ in 0..<Self.conflictLimit {
      let id = Self.cardID(of: replica.user)
      var record =
        try await found([id], in: .public)[replica.user]
        ?? CloudRecord(recordType: CardRecord.recordType, recordID: id)
      if let field = record[CardRecord.key] {
        guard let secrets = try keys.secrets() else { throw .sealing(.keysElsewhere) }
        if AccountCard(field)?.identity == secrets.identity { return }
        guard !hadKeys else { throw .sealing(.otherKeys) }
        keys.discard()
        throw .sealing(.keysElsewhere)
      }
      let card = try keys.make().card(name: replica.account.name, time: replica.time())
      record.recordID = id
      record.fields = [CardRecord.key: .bytes(Data(card.encoded))]
      if try await save(record, in: .public) { return }
    }
    throw Self.otherDevices
  }

  static var otherDevices: ChatError {
    .cloudRefused(reason: "Other devices change this account at the moment. Try again.")
  }

  /// Saves a record of the account; false if another device was faster.
  func save(_ record: CloudRecord, in scope: DatabaseScope) async throws(ChatError) -> Bool {
    do throws(CloudError) {
      let results = try await container.database(with: scope).modifyRecords(
        saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: false
      ).saveResults
      guard let saved = results.values.first else {
        throw CloudError(.serverResponseLost, "The cloud's answer was incomplete.")
      }
      _ = try saved.get()
      return true
    } catch {
      if error.code == .serverRecordChanged { return false }
      throw ChatError(sharing: error)
    }
  }

  /// The cards of people, checked against what this account knows of them.
  ///
  /// `people` are their user record names, and how to call them.
  func cards(of people: [String: String]) async throws(ChatError) -> [String: AccountCard] {
    let records = try await found(people.keys.map(Self.cardID), in: .public)
    var cards: [String: AccountCard] = [:]
    for (user, name) in people {
      guard let field = records[user]?[CardRecord.key] else { throw .sealing(.noCard(name)) }
      guard let card = AccountCard(field), card.user == user else {
        throw .sealing(.badCard(name))
      }
      let known = try await replica.read { [sealing = replica.sealing] db in
        try sealing.lineage(db, of: user, before: nil)
      }
      switch known?.verdict(on: card.lineage) {
      case nil, .same, .next: cards[user] = card
      case .newKeys: throw .sealing(.newKeys(name))
      case .older, .split, .anotherUser: throw .sealing(.badCard(name))
      }
    }
    return cards
  }

  static func cardID(of user: String) -> RecordID {
    RecordID(
      recordName: user,
      zoneID: RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName))
  }

  /// Those of the records that are there, by name.
  func found(
    _ ids: [RecordID], in scope: DatabaseScope
  ) async throws(ChatError) -> [String: CloudRecord] {
    do throws(CloudError) {
      let answers = try await container.database(with: scope).records(for: ids, desiredKeys: nil)
      var records: [String: CloudRecord] = [:]
      for id in ids {
        switch answers[id] {
        case .success(let record)?: records[id.recordName] = record
        case .failure(let error)? where error.code != .unknownItem: throw error
        case .failure?, nil: break
        }
      }
      return records
    } catch {
      throw ChatError(sharing: error)
    }
  }
}

extension AccountCard {
  /// Nil for a field that holds no genuine card.
  init?(_ field: FieldValue) {
    guard case .bytes(let bytes) = field, let card = try? AccountCard([UInt8](bytes)) else {
      return nil
    }
    self = card
  }
}
