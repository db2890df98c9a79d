package import CloudModel
package import Foundation

/// The bytes of one asset on their way to the cloud, or from it.
package struct AssetTransfer: Sendable, Equatable {
  package enum Direction: String, Sendable, Hashable, CaseIterable, Codable {
    case upload, download
  }

  /// A record's asset moves in one direction at a time.
  package struct ID: Sendable, Hashable {
    package var recordID: RecordID
    package var direction: Direction

    package init(recordID: RecordID, direction: Direction) {
      self.recordID = recordID
      self.direction = direction
    }
  }

  /// The outcome of a transfer.
  package enum Outcome: Sendable, Equatable {
    /// The cloud has the bytes; the record is to be saved with this.
    case uploaded(Asset)
    /// The bytes are in the file, whole.
    case downloaded
    /// Failed; not tried again automatically.
    case failed(reason: String)
  }

  package var id: ID
  package var recordType: String
  package var fieldName: String
  /// The file to upload, which never changes; or the file that receives the download, with any earlier bytes.
  package var file: URL
  /// The bytes that a download must have; nil where only its record says it.
  package var size: Int64?
  /// The state from which an upload that has begun continues.
  package var upload: AssetUpload?

  package init(
    id: ID, recordType: String, fieldName: String, file: URL, size: Int64? = nil,
    upload: AssetUpload? = nil
  ) {
    self.id = id
    self.recordType = recordType
    self.fieldName = fieldName
    self.file = file
    self.size = size
    self.upload = upload
  }
}
