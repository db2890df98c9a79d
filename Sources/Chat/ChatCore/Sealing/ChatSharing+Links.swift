import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Links to sealed chats: they carry who the owner is, in the fragment, which no server sees.
///
/// 1. Who opens such a link trusts its owner's keys, and nothing that the cloud says of them.
/// 2. Nobody is in the chat who has come by the link before the owner's device has seen their proof.
extension ChatSharing {
  /// What a link says of its owner; nil for the link of a plain chat.
  ///
  /// Without keys of its own nobody can be let in, so they are made before the invitation is accepted.
  func sealedInvitation(of link: InvitationLink) async throws(ChatError) -> ChatInvitation? {
    guard link.others[InvitationLink.keyName] != nil else { return nil }
    guard let invitation = link.invitation else { throw .sealing(.brokenLink) }
    if try replica.sealing.keys.secrets() == nil {
      throw .sealing(try await keyStatus().areMade ? .keysElsewhere : .noKeys)
    }
    return invitation
  }

  /// What the link of an own chat carries; throws what is in the way where this device lacks keys for it.
  func invitation(to chat: StoredChat) async throws(ChatError) -> ChatInvitation? {
    try await replica.read { [sealing = replica.sealing] db in
      let stored = try StoredChat.fetch(db, id: ChatID(rawValue: chat.requireID()))
      if let obstacle = try sealing.obstacle(db, to: stored) { throw ChatError.sealing(obstacle) }
      return try sealing.chat(db, stored)?.invitation
    }
  }

  /// Joins the chat that the cloud shows behind a link, if it is the owner's, and proves that the account has the link.
  ///
  /// Killed at any point, the same link goes on from there.
  func join(
    _ metadata: ShareMetadata, by invitation: ChatInvitation
  ) async throws(ChatError) -> ChatID {
    let zoneID = metadata.zoneID
    guard let secrets = try replica.sealing.keys.secrets() else { throw .sealing(.noKeys) }
    let id = RecordID(recordName: StatementRecord.name(0), zoneID: zoneID)
    let founding = try await found([id], in: .shared)[id.recordName]
    guard ChatZone.isSealed(zoneID), let founding,
      case .bytes(let bytes)? = founding[StatementRecord.key],
      let chat = try? SealedChat(
        founding: [UInt8](bytes), zone: zoneID.zoneName, owner: invitation.owner, secrets: secrets),
      chat.newest.owner.user == zoneID.ownerName
    else {
      // Nothing of the chat is here yet; if this fails, the next sync shows it, and it can be left.
      _ = try? await container.database(with: .shared)
        .modifyRecordZones(saving: [], deleting: [zoneID])
      throw .sealing(.otherOwner)
    }
    let joined = try await replica.join(metadata)
    // With its first statement the replica knows the owner, whatever the feed brings.
    try await replica.keep([founding], in: zoneID)
    // Who is invited by name is in the list already.
    if metadata.participantRole == .publicUser {
      let proof = invitation.proof(chat.id, by: secrets.lineage)
      try await putCard(of: secrets, into: zoneID, proof: proof)
    }
    return joined
  }

  /// Puts the account's card into a zone, for the chat's owner; a proof that is there already stays if there is no
  /// other one.
  func putCard(
    of secrets: AccountSecrets, into zoneID: RecordZoneID, proof: [UInt8]? = nil
  ) async throws(ChatError) {
    let id = RecordID(recordName: ChatCardRecord.name(of: secrets.user), zoneID: zoneID)
    let card = secrets.card(name: replica.account.name, time: replica.time())
    for _ in 0..<Self.conflictLimit {
      var record =
        try await found([id], in: .shared)[id.recordName]
        ?? CloudRecord(recordType: ChatCardRecord.recordType, recordID: id)
      record[ChatCardRecord.cardKey] = .bytes(Data(card.encoded))
      if let proof { record[ChatCardRecord.proofKey] = .bytes(Data(proof)) }
      if try await save(record, in: .shared) {
        let saved = record
        try await replica.change(zoneID) { try $0.keepUnknown(saved) }
        return
      }
    }
    throw Self.otherDevices
  }
}

extension InvitationLink {
  /// What the link of a sealed chat carries; nil if it carries nothing, or nothing that can be read.
  var invitation: ChatInvitation? {
    get {
      others[Self.keyName].flatMap(Base64URL.decode).flatMap(ChatInvitation.init(secretBytes:))
    }
    set { others[Self.keyName] = newValue.map { Base64URL.encode($0.secretBytes) } }
  }
}
