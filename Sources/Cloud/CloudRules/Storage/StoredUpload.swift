package import CloudModel

/// The storage that the user of an upload already occupies.
package struct UploadUsage: Sendable, Equatable {
  package var upload: StoredUpload
  package var partition: StoredPartition
  /// In the user's own zones.
  package var storedBytes: Int64
  /// Uploaded and not attached to a record.
  package var unattachedBytes: Int64
  /// The limit of members of the zone for which the upload is, and what it leaves to the user; nil without a limit.
  package var member: MemberRoom?

  package struct MemberRoom: Sendable, Equatable {
    package var limit: Int64
    package var free: Int64

    package init(limit: Int64, free: Int64) {
      self.limit = limit
      self.free = free
    }
  }

  package init(
    upload: StoredUpload, partition: StoredPartition, storedBytes: Int64, unattachedBytes: Int64,
    member: MemberRoom? = nil
  ) {
    self.upload = upload
    self.partition = partition
    self.storedBytes = storedBytes
    self.unattachedBytes = unattachedBytes
    self.member = member
  }
}

/// A right to attach bytes to a record: first as a link that takes them, then as a receipt for them.
package struct StoredUpload: Sendable, Equatable {
  /// The store's own key; nil before it is stored.
  package var id: Int64?
  package var userRecordName: String
  package var scope: DatabaseScope
  /// The incarnation of the zone that it was asked for; nil for any zone of the database.
  package var zone: String?
  /// The record type, field and record to which it may be attached; nil for any.
  package var recordType: String?
  package var fieldName: String?
  package var recordName: String?
  /// SHA-256 of the link's token; nil where there was no link.
  package var tokenHash: [UInt8]?
  /// SHA-256 of the receipt, and what it is for; nil until the bytes are uploaded.
  package var receipt: Receipt?
  /// Milliseconds since 1970.
  package var expiresAt: Int64

  package init(
    id: Int64? = nil, userRecordName: String, scope: DatabaseScope, zone: String? = nil,
    recordType: String? = nil, fieldName: String? = nil, recordName: String? = nil,
    tokenHash: [UInt8]? = nil, receipt: Receipt? = nil, expiresAt: Int64
  ) {
    self.id = id
    self.userRecordName = userRecordName
    self.scope = scope
    self.zone = zone
    self.recordType = recordType
    self.fieldName = fieldName
    self.recordName = recordName
    self.tokenHash = tokenHash
    self.receipt = receipt
    self.expiresAt = expiresAt
  }

  package struct Receipt: Sendable, Equatable {
    package var hash: [UInt8]
    package var checksum: AssetChecksum
    package var size: Int64

    package init(hash: [UInt8], checksum: AssetChecksum, size: Int64) {
      self.hash = hash
      self.checksum = checksum
      self.size = size
    }
  }
}
