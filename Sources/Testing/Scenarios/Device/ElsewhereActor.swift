package import CloudModel

/// Does what a scenario says as another application of an account: by requests alone, without a replica.
package struct ElsewhereActor: Sendable {
  private let container: any CloudContainer

  package init(container: any CloudContainer) { self.container = container }

  /// Chats are called by their zones.
  ///
  /// Throws `CloudError`, and `ActorFailure` where there is no such chat or person.
  package func perform(_ action: DeviceAction) async throws -> DeviceAnswer {
    switch action {
    case .leave(let chat):
      let zone = try await zone(chat, in: .shared)
      try await delete(zone, in: .shared)
    case .deleteChat(let chat):
      try await delete(try await zone(chat, in: .private), in: .private)
    case .stopSharing(let chat): try await stopSharing(try await zone(chat, in: .private))
    case .plant(let field, let chat):
      let zone = try await zone(chat, in: .private)
      try await change(RecordID(recordName: "session", zoneID: zone)) { record in
        record[field] = .string("planted")
      }
    case .invite(let people, let chat, let permission):
      var identities: [UserIdentity] = []
      for name in people {
        identities.append(try await container.userIdentity(forAccountName: name))
      }
      let share = try await editShare(of: chat) { share in
        for identity in identities
        where identity.userRecordName.flatMap(share.participant(withUserRecordName:)) == nil {
          share.participants.append(Participant(identity: identity, permission: permission))
        }
      }
      return DeviceAnswer(link: share?.shortGUID)
    case .permit(let person, let chat, let permission):
      let user = try await container.userIdentity(forAccountName: person).userRecordName
      try await editShare(of: chat) { share in
        let index = share.participants.firstIndex { $0.identity.userRecordName == user }
        guard let index else { throw ActorFailure("‘\(person)’ is not in the chat.") }
        share.participants[index].permission = permission
      }
    case .remove(let person, let chat):
      let user = try await container.userIdentity(forAccountName: person).userRecordName
      try await editShare(of: chat) { share in
        share.participants.removeAll { $0.identity.userRecordName == user }
      }
    default: throw ActorFailure("Another application cannot do this.")
    }
    return DeviceAnswer()
  }

  private func zone(_ name: String, in scope: DatabaseScope) async throws -> RecordZoneID {
    let zones = try await container.database(with: scope).allRecordZones()
    guard let zone = zones.first(where: { $0.zoneID.zoneName == name }) else {
      throw ActorFailure(
        "The account has no zone ‘\(name)’ in its \(scope.pathComponent) database.")
    }
    return zone.zoneID
  }

  private func delete(_ zone: RecordZoneID, in scope: DatabaseScope) async throws {
    let answer = try await container.database(with: scope)
      .modifyRecordZones(saving: [], deleting: [zone])
    try answer.deleteResults[zone]?.get()
  }

  private func stopSharing(_ zone: RecordZoneID) async throws {
    let share = RecordID.zoneWideShare(in: zone)
    let answer = try await container.database(with: .private).modifyRecords(
      saving: [], deleting: [share], savePolicy: .ifServerRecordUnchanged, atomically: true)
    try answer.deleteResults[share]?.get()
  }

  @discardableResult
  private func editShare(
    of chat: String, _ edit: (inout Share) throws -> Void
  ) async throws -> Share? {
    let zone = try await zone(chat, in: .private)
    return try await change(.zoneWideShare(in: zone)) { record in
      guard var share = record.share else { throw ActorFailure("The chat is not shared.") }
      try edit(&share)
      record.share = share
    }?.share
  }

  @discardableResult
  private func change(
    _ recordID: RecordID, _ edit: (inout Record) throws -> Void
  ) async throws -> Record? {
    let database = container.database(with: .private)
    guard
      var record = try await database.records(for: [recordID], desiredKeys: nil)[recordID]?.get()
    else { throw ActorFailure("The cloud has no record ‘\(recordID.recordName)’ there.") }
    try edit(&record)
    let answer = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
    return try answer.saveResults[recordID]?.get()
  }
}
