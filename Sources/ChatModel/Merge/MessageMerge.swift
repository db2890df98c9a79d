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

  /// Text, number and time of an edit stay together; equal edits are equal in all of them.
  private func isLaterEdit(than other: Self) -> Bool {
    (revision, editedAt ?? .distantPast, text)
      > (other.revision, other.editedAt ?? .distantPast, other.text)
  }
}
