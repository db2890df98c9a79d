package import CloudModel

/// Who takes part in a shared zone; the share's fields are in its record.
package struct StoredShare: Sendable, Equatable {
  package var publicPermission: Participant.Permission
  /// The owner first, then in the order of joining.
  package var participants: [Participant]
}
