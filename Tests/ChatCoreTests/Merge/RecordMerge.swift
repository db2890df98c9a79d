import ChatModel
import CloudModel

/// The merge of two versions of a chat's record, as the replica does it.
enum RecordMerge {
  /// Merges two versions into one, the same whichever is local; nil if the record type is not one of a
  /// chat's, or the two are not versions of the same thing.
  ///
  /// Its change tag and its unknown fields are those of `server`.
  static func merge(
    local: CloudModel.Record, server: CloudModel.Record
  ) -> CloudModel.Record? {
    switch server.recordType {
    case MessageRecord.recordType:
      merge(MessageRecord(local), MessageRecord(server), server)
    case SessionRecord.recordType:
      merge(SessionRecord(local), SessionRecord(server), server)
    case ReactionRecord.recordType:
      merge(ReactionRecord(local), ReactionRecord(server), server)
    case ReadMarkRecord.recordType:
      merge(ReadMarkRecord(local), ReadMarkRecord(server), server)
    case MessagePinRecord.recordType:
      merge(MessagePinRecord(local), MessagePinRecord(server), server)
    case ChatSettingsRecord.recordType:
      merge(ChatSettingsRecord(local), ChatSettingsRecord(server), server)
    default: nil
    }
  }

  private static func merge<R: ChatRecord>(
    _ local: R?, _ server: R?, _ record: CloudModel.Record
  ) -> CloudModel.Record? {
    guard let local, let server, local.isVersion(of: server) else { return nil }
    var whole = R.merge(local: local, server: server)
    whole.changeTag = nil
    var merged = whole.record(in: record.recordID.zoneID)
    merged.recordChangeTag = record.recordChangeTag
    return merged
  }
}
