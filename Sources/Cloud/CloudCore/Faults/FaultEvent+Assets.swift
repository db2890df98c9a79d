import CloudModel
package import CloudRules

extension FaultEvent {
  package static func upload(_ upload: StoredUpload, in partition: Partition) -> Self {
    FaultEvent(
      user: upload.userRecordName, in: partition, operation: "uploads", scope: upload.scope,
      targets: [.init(record: upload.recordName, recordType: upload.recordType)])
  }

  package static func download(_ holder: AssetHolder) -> Self {
    FaultEvent(
      user: holder.user, in: holder.partition, operation: "downloads", scope: holder.scope)
  }
}
