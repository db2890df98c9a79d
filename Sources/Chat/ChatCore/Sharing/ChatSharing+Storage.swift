package import ChatModel
import CloudModel

/// The room that an own chat takes, and what its owner lets each member use.
extension ChatSharing {
  package func storage(of chatID: ChatID) async throws(ChatError) -> ChatStorage {
    let chat = try await ownChat(chatID)
    do throws(CloudError) {
      return try await described(container.storage(inZone: chat.zoneName))
    } catch {
      throw ChatError(askingForStorage: error, of: chat)
    }
  }

  /// Limits what each member may use in the chat; nil ends the limit.
  ///
  /// What is there already stays, also of a member who has more.
  package func limitMembers(
    of chatID: ChatID, to bytes: Int64?
  ) async throws(ChatError) -> ChatStorage {
    let chat = try await ownChat(chatID)
    do throws(CloudError) {
      return try await described(container.limitMembers(ofZone: chat.zoneName, to: bytes))
    } catch {
      throw ChatError(askingForStorage: error, of: chat)
    }
  }

  private func described(_ usage: StorageUsage) throws(CloudError) -> ChatStorage {
    guard let zone = usage.zones.first else {
      throw CloudError(.serviceUnavailable, "The cloud's answer has no storage in it.")
    }
    return ChatStorage(
      bytes: zone.bytes, memberBytes: zone.memberBytes,
      written: Dictionary(
        (zone.writers ?? []).map { ($0.userRecordName, $0.bytes) },
        uniquingKeysWith: { first, _ in first }))
  }
}

extension ChatError {
  fileprivate init(askingForStorage error: CloudError, of chat: StoredChat) {
    self =
      error.code == .zoneNotFound
      ? .notYetInCloud(chat: chat.name) : ChatError(sharing: error)
  }
}
