import ChatCore
package import ChatModel
package import CloudModel

/// A chat that its owner has shared and that others have joined.
package struct SharedChat: Sendable {
  package let owner: Device
  package let ownerChat: ChatID
  package let zoneName: String

  /// Creates the chat on `owner`'s device, brings it to the cloud and everyone of `guests` into it.
  ///
  /// For a sealed chat all of them get keys first.
  package static func make(
    title: String = "Tea", isSealed: Bool = false, owner: Device, guests: [Device],
    permission: Participant.Permission = .readWrite
  ) async throws -> SharedChat {
    if isSealed { for device in [owner] + guests { try await device.sharing.prepareKeys() } }
    let chat = try await owner.repository.createChat(title: title, isSealed: isSealed)
    await owner.sync()
    let zoneName = try await owner.summary(of: chat).zoneName
    let shared = SharedChat(owner: owner, ownerChat: chat, zoneName: zoneName)
    if !guests.isEmpty {
      let link = try await owner.sharing.invite(
        guests.map(\.account.name), to: chat, permission: permission)
      for guest in guests {
        _ = try await guest.sharing.join(link)
        await guest.sync()
      }
      await owner.sync()
    }
    return shared
  }

  /// The chat as `device` calls it.
  package func id(on device: Device) async throws -> ChatID {
    try await device.chat(zoneName: zoneName)
  }

  /// The zone in the cloud.
  package var zoneID: RecordZoneID {
    RecordZoneID(zoneName: zoneName, ownerName: owner.account.userRecordName)
  }
}
