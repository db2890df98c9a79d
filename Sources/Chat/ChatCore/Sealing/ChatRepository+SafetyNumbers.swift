package import ChatModel
package import ChatSecrets
import ChatStore
import GRDB

extension ChatRepository {
  /// What this account and each other member of a sealed chat compare, by the member's user record name.
  ///
  /// Nil for a plain chat, and where nothing of the chat can be read here. Whom the owner has not let in has none.
  package func safetyNumbers(
    of chatID: ChatID
  ) async throws(ChatError) -> [String: SafetyNumber]? {
    try await replica.read { [replica] db in
      let stored = try StoredChat.fetch(db, id: chatID)
      guard stored.isSealed, let chat = try replica.sealing.chat(db, stored),
        let own = try replica.sealing.keys.secrets()?.identity
      else { return nil }
      let others = chat.newest.members.filter { $0.user != replica.user }
      return Dictionary(
        uniqueKeysWithValues: others.map {
          ($0.user, SafetyNumber(of: own, and: $0.lineage.identity))
        })
    }
  }
}
