import ChatModel
import CloudModel

/// The merge of two versions of a chat's record, as the replica does it.
enum RecordMerge {
  private static let types: [any ChatRecord.Type] = [
    MessageRecord.self, SessionRecord.self, ReactionRecord.self, ReadMarkRecord.self,
    MessagePinRecord.self, ChatSettingsRecord.self, BlockedPersonRecord.self,
  ]

  /// Merges two versions into one, the same whichever is local; nil if the record type is not one of a
  /// chat's, or the two are not versions of the same thing.
  ///
  /// Its change tag and its unknown fields are those of `server`.
  static func merge(
    local: CloudModel.Record, server: CloudModel.Record
  ) -> CloudModel.Record? {
    types.first { $0.recordType == server.recordType }.flatMap { merge($0, local, server) }
  }

  private static func merge<R: ChatRecord>(
    _ type: R.Type, _ local: CloudModel.Record, _ server: CloudModel.Record
  ) -> CloudModel.Record? {
    guard let ours = R(local), let theirs = R(server), ours.isVersion(of: theirs) else {
      return nil
    }
    var whole = R.merge(local: ours, server: theirs)
    whole.changeTag = nil
    var merged = whole.record(in: server.recordID.zoneID)
    merged.recordChangeTag = server.recordChangeTag
    return merged
  }
}
