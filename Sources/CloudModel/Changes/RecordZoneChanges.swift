/// One page of the records of a zone that changed since a token.
///
/// A net feed: each record stands once, in its latest state, where its last change stands. Unlike
/// CloudKit's dictionary by record, `modifications` keeps that order.
package struct RecordZoneChanges: Sendable, Equatable {
  package struct Deletion: Sendable, Equatable {
    package var recordID: RecordID
    /// Nil where the cloud does not tell, as over the bare web protocol.
    package var recordType: String?
    /// The tag of the deletion; nil for a record that only left the reader's view.
    package var recordChangeTag: String?

    package init(recordID: RecordID, recordType: String?, recordChangeTag: String? = nil) {
      self.recordID = recordID
      self.recordType = recordType
      self.recordChangeTag = recordChangeTag
    }
  }

  package var modifications: [Record]
  package var deletions: [Deletion]
  package var changeToken: ServerChangeToken
  /// More is there even where this page is empty.
  package var moreComing: Bool

  package init(
    modifications: [Record], deletions: [Deletion], changeToken: ServerChangeToken,
    moreComing: Bool
  ) {
    self.modifications = modifications
    self.deletions = deletions
    self.changeToken = changeToken
    self.moreComing = moreComing
  }
}
