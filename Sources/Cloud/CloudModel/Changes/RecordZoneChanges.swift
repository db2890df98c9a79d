/// One page of the records of a zone that changed since a token.
///
/// The feed lists each record once, in its latest state, at the position of its last change. Unlike
/// CloudKit's dictionary by record, `modifications` keeps that order.
package struct RecordZoneChanges: Sendable, Equatable {
  package struct Deletion: Sendable, Equatable {
    package var recordID: RecordID
    /// Nil if the cloud does not say, as in the web protocol without extensions.
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
  /// Whether more changes follow, even if this page is empty.
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
