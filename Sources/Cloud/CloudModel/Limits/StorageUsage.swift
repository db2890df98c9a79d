/// The part of a user's quota that the user's data take.
package struct StorageUsage: Codable, Sendable, Equatable {
  /// One of the user's zones.
  package struct Zone: Codable, Sendable, Equatable {
    package var zoneName: String
    package var bytes: Int64
    /// The creators of the records, those with most bytes first; only of a zone that was asked for.
    package var writers: [Writer]?
    /// The bytes that each member may store there; nil without a limit, and where no zone was asked for.
    package var memberBytes: Int64?

    package init(
      zoneName: String, bytes: Int64, writers: [Writer]? = nil, memberBytes: Int64? = nil
    ) {
      self.zoneName = zoneName
      self.bytes = bytes
      self.writers = writers
      self.memberBytes = memberBytes
    }
  }

  package struct Writer: Codable, Sendable, Equatable {
    package var userRecordName: String
    package var accountName: String?
    package var bytes: Int64

    package init(userRecordName: String, accountName: String?, bytes: Int64) {
      self.userRecordName = userRecordName
      self.accountName = accountName
      self.bytes = bytes
    }
  }

  /// The zones and writers that are listed at most.
  package static let mostEntries = 200

  package var usedBytes: Int64
  /// Nil for an account without a quota.
  package var quotaBytes: Int64?
  /// Those with most bytes first.
  package var zones: [Zone]

  package init(usedBytes: Int64, quotaBytes: Int64?, zones: [Zone]) {
    self.usedBytes = usedBytes
    self.quotaBytes = quotaBytes
    self.zones = zones
  }
}
