/// Merges two versions of a chat's session, field by field.
///
/// A field that we have not changed since the version we began from is the cloud's; one that we have
/// changed is ours, because our intent is the younger one: it has not been stored yet. Fields that we do
/// not know are always the cloud's. Pure; equal inputs give equal outputs on every device.
enum SessionMerge {
  /// The merged session; `ancestorName` is the name from which our change began, nil where we changed
  /// nothing.
  static func merge(
    ancestorName: String?, local: SessionRecord, server: SessionRecord
  ) -> SessionRecord {
    var merged = server
    if let ancestorName, local.name != ancestorName { merged.name = local.name }
    return merged
  }
}
