package import CloudModel

/// The zone-wide share of a chat.
package enum ShareRecord {
  /// The value of the share's type that marks a chat of two.
  ///
  /// Source: CloudKit, `CKShare.SystemFieldKey.shareType`; docs/chat-format.md.
  package static let chatOfTwo = "zonechat.chat-of-two"

  /// A share in which only the owner takes part until the owner invites other people.
  package static func new(in zoneID: RecordZoneID, title: String) -> CloudRecord {
    // The cloud reads it.
    let isShown = !title.isEmpty && !ChatZone.isSealed(zoneID)
    return CloudRecord(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
      fields: isShown ? [Share.titleKey: .string(title)] : [:], share: Share())
  }

  /// The share of a chat that begins with an invitation of one person.
  ///
  /// - Parameters:
  ///   - zoneID: the zone of the chat.
  ///   - title: the title of the chat; with one, the invitation is like every other.
  ///   - guest: the invited person.
  ///   - text: the first message.
  /// - Returns: the share, which shows the first words of the message before it is accepted.
  package static func new(
    in zoneID: RecordZoneID, title: String, with guest: Participant, text: String
  ) -> CloudRecord {
    let isOfTwo = !ChatTitle.isVisible(title)
    var record = new(in: zoneID, title: isOfTwo ? FirstWords.of(text) : title)
    if isOfTwo { record[Share.typeKey] = .string(chatOfTwo) }
    record.share = Share(participants: [guest])
    return record
  }
}

extension CloudRecord {
  /// The first words that a chat of two shows to the person who is invited; nil for every other share.
  package var shownWords: String? {
    guard self[Share.typeKey]?.stringValue == ShareRecord.chatOfTwo else { return nil }
    return self[Share.titleKey]?.stringValue ?? ""
  }
}

extension ShareMetadata {
  /// Whether the owner has begun a chat of two with the invited person.
  package var isChatOfTwo: Bool {
    rootRecordName == nil && ChatZone.isNamedAsChat(zoneID)
      && shareRecord?.shownWords != nil
  }

  /// The first words of a chat of two; nil for every other chat.
  package var firstWords: String? { isChatOfTwo ? FirstWords.of(title ?? "") : nil }

  /// The chat's title within the limits; empty if it has none.
  package var chatTitle: String { isChatOfTwo ? "" : ChatTitle.bounded(title ?? "") }
}
