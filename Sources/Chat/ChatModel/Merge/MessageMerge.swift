import Foundation

/// Two versions of a message: the later edit as a whole, and deleted if either is.
extension MessageRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if local.isLaterEdit(than: server) {
      merged.text = local.text
      merged.revision = local.revision
      merged.editedAt = local.editedAt
      merged.changedBy = local.changedBy
    }
    merged.deletedAt = [local.deletedAt, server.deletedAt].compactMap(\.self).min()
    if merged.deletedAt != nil {
      merged.text = ""
      merged.file = nil
    }
    merged.uploaded = merged.file.flatMap { $0.isInCloud ? nil : local.uploaded }
    return merged
  }

  /// Nothing is added to a message that is deleted in the cloud.
  package func addsNothing(to server: Self) -> Bool {
    if server.deletedAt != nil { return true }
    return deletedAt == nil && !isLaterEdit(than: server)
      && (uploaded == nil || server.file?.isInCloud == true)
  }

  /// Whether `newer` has lost what this account did with its own message.
  ///
  /// A version that comes later usually has everything that an earlier one had. The cloud goes back where it has lost
  /// the zone, or was restored from a copy, and another device has sent what that device knew. The last edit that
  /// somebody else has saved is no loss: it is shown as that person's.
  package func isLost(in newer: Self, onDeviceOf user: String) -> Bool {
    guard senderID == user, newer.deletedAt == nil else { return false }
    return deletedAt != nil
      || changedBy == nil && newer.changedBy == nil && isLaterEdit(than: newer)
  }

  /// Text, number and time of an edit stay together; equal edits are equal in all of them.
  private func isLaterEdit(than other: Self) -> Bool {
    (revision, editedAt ?? .distantPast, text)
      > (other.revision, other.editedAt ?? .distantPast, other.text)
  }
}

/// The effect that another version of a message has on the message here.
package struct MessageSuccession: Sendable, Equatable {
  /// The message from now on.
  package var message: MessageRecord
  /// Whether the message had other contents until now and people have seen them.
  ///
  /// The old contents are kept as an earlier version, and the message counts as edited.
  package var isEdit: Bool
  /// Whether the file was replaced or removed; the earlier version has the description of the old file.
  package var replacesFile: Bool
}

extension MessageRecord {
  /// This message, which is here, after a newer version of it has come.
  ///
  /// Everybody with the right to write can save any field of any record again, with any revision and any time. So a
  /// new version of a message that is here changes its contents only in ways that people can see:
  ///
  /// | field | after a newer version |
  /// |---|---|
  /// | text | the newer one; another text is an edit, whatever its revision |
  /// | file | the newer one; another name, type or other bytes are an edit; the bytes may follow their description |
  /// | time | stays, once the cloud has confirmed it |
  /// | message that is answered | stays |
  /// | removal | stays |
  ///
  /// A record of another sender is another message (`isVersion`), and has no place here.
  ///
  /// An own message that somebody else has saved again is kept as it was, even if it says the same: its sender's own
  /// words are known by that.
  ///
  /// - Parameters:
  ///   - newer: the version that comes, from the cloud or from this device.
  ///   - user: the account of this device, which sees its own messages before the cloud has them.
  /// - Returns: the message from now on.
  package func succeeded(by newer: Self, onDeviceOf user: String) -> MessageSuccession {
    var message = newer
    // The cloud cuts a wrong time when it first stores the record.
    if changeTag != nil { message.timestamp = timestamp }
    message.replyTo = replyTo
    if deletedAt != nil, message.deletedAt == nil {
      message.deletedAt = deletedAt
      message.changedBy = changedBy
      message.text = ""
      message.file = nil
    }
    let replacesFile = file.map { $0.isReplaced(by: message.file) } ?? false
    if !replacesFile, message.file?.digest == nil {
      // The digest that the sender gave before, or that this device has computed: other bytes are refused.
      message.file?.digest = file?.digest
    }
    guard deletedAt == nil, message.deletedAt == nil else {
      return MessageSuccession(message: message, isEdit: false, replacesFile: false)
    }
    let isTakenOver = senderID == user && changedBy == nil && message.changedBy != nil
    let saysSame =
      text == message.text && !replacesFile && (file == nil) == (message.file == nil)
      && !isTakenOver
    // Until it is sent, a text can be changed without anybody having seen it.
    let wasSeen =
      changeTag != nil || senderID != user
      || (revision, editedAt) != (message.revision, message.editedAt)
    return MessageSuccession(
      message: message, isEdit: !saysSame && wasSeen, replacesFile: replacesFile && wasSeen)
  }
}
