import CloudRows
package import CloudRules
package import Foundation
import PostgresClient

/// The sealed files of assets, in chunks.
extension PostgresStore {
  package func beginBlob() throws -> Int64 {
    try transaction(.write) { conversation in
      let id: Int64? = try conversation.read(
        """
        INSERT INTO blob (length, changedAt) VALUES (0, \(sql: PostgresSchema.now)) RETURNING id
        """
      ).one { try $0.next() }
      guard let id else { throw StoreError.failed(reason: "it gives no numbers") }
      return id
    }
  }

  package func addChunk(_ bytes: Data, number: Int, to blob: Int64) throws {
    try transaction(.write) { conversation in
      conversation.write(
        "INSERT INTO blobChunk (blob, number, bytes) VALUES (\(blob), \(number), \(bytes))")
      conversation.write(
        """
        UPDATE blob SET length = length + \(bytes.count), changedAt = \(sql: PostgresSchema.now)
        WHERE id = \(blob)
        """)
    }
  }

  package func blob(of checksum: AssetChecksum) throws -> (blob: Int64, length: Int64)? {
    try transaction(.snapshot) { conversation in
      try conversation.read("SELECT id, length FROM blob WHERE checksum = \(checksum.bytes)")
        .one { (blob: try $0.next(), length: try $0.next()) }
    }
  }

  package func chunk(_ number: Int, of blob: Int64) throws -> Data? {
    try transaction(.snapshot) { conversation in
      try conversation.read(
        "SELECT bytes FROM blobChunk WHERE blob = \(blob) AND number = \(number)"
      ).one { try $0.next() }
    }
  }
}

extension PostgresRegistry {
  func keepBlob(_ blob: Int64, of checksum: AssetChecksum) throws {
    locks.require(.asset(checksum))
    // Bytes of an asset that was forgotten, and whose removal has failed.
    try removeBlob(of: checksum)
    let kept = try conversation.read(
      """
      UPDATE blob SET checksum = \(checksum.bytes), changedAt = \(sql: PostgresSchema.now)
      WHERE id = \(blob) AND checksum IS NULL RETURNING id
      """)
    guard !kept.isEmpty else { throw StoreError.failed(reason: "received bytes are gone") }
  }

  func removeBlob(of checksum: AssetChecksum) throws {
    locks.require(.asset(checksum))
    conversation.write(
      """
      UPDATE blob SET checksum = NULL, changedAt = \(sql: PostgresSchema.now)
      WHERE checksum = \(checksum.bytes)
      """)
  }
}
