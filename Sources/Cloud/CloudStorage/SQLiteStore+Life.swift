import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteStore {
  private static let copyMark = OwnSetting.copy.rawValue

  /// Marks a copy as a copy: opening it as a store begins a new incarnation.
  ///
  /// So it can be used, also if the cloud had moved from the original.
  static func markAsCopy(_ database: Database) throws {
    try database.setSetting(copyMark, to: "1")
    try database.execute(
      sql: "DELETE FROM setting WHERE name = ?", arguments: [OwnSetting.moved.rawValue])
  }

  /// Where the cloud has moved; nil for a store that is in use.
  static func newPlace(of database: any DatabaseWriter) throws -> String? {
    try database.read { try $0.setting(OwnSetting.moved.rawValue) }
  }

  /// Notes that the cloud has moved, so that this store is opened no more.
  package func markAsMoved(to place: String) throws {
    try translated {
      try database.write { try $0.setSetting(OwnSetting.moved.rawValue, to: place) }
    }
  }

  /// Begins a new incarnation if the store is a copy, and takes back its open codes: one that was used since the copy
  /// was made would be open again.
  ///
  /// Its name is random, so that a copy that is used twice has two incarnations.
  static func beginLifeOfCopy(_ database: any DatabaseWriter) throws {
    let isCopy = try database.read { try $0.setting(copyMark) != nil }
    guard isCopy else { return }
    try database.write { database in
      let random = try Row.fetchOne(
        database, sql: "SELECT lower(hex(randomblob(6))), abs(random() % (1 << 40))")
      guard let random else { throw StoreError.failed(reason: "no random numbers") }
      let (name, step) = (random[0] as String, random[1] as Int64)
      try beginLife(named: name, step: step, in: database)
      try database.execute(sql: "UPDATE admissionCode SET isRevoked = 1 WHERE uses > 0")
      try database.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [copyMark])
    }
  }

  /// Begins a new incarnation whose sequence numbers are `step` above those of the present one.
  static func beginLife(named name: String, step: Int64 = 1, in database: Database) throws {
    let before = try StoreLife(stored: database.setting(StoreLife.settingName))
    let life = before.next(named: name, step: step)
    try database.setSetting(StoreLife.settingName, to: life.stored)
  }
}

extension SQLiteStore {
  /// The number of codes that let somebody in; the file may be of a version without them.
  static func openCodes(in database: Database, at milliseconds: Int64) throws -> Int {
    guard try database.tableExists("admissionCode") else { return 0 }
    let count = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM admissionCode WHERE uses > 0 AND NOT isRevoked AND expiresAt > ?",
      arguments: [milliseconds])
    return count ?? 0
  }

  /// Every asset that the store knows.
  func assetChecksums() throws -> [AssetChecksum] {
    try translated { try database.read(Self.assetChecksums) }
  }

  static func assetChecksums(_ database: Database) throws -> [AssetChecksum] {
    try Data.fetchAll(database, sql: "SELECT checksum FROM asset").compactMap {
      AssetChecksum(bytes: $0)
    }
  }

  /// Folds the log of a store that is not open into its file, so that no log is left beside it.
  static func foldLog(at path: String) throws {
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try queue.close()
    } catch {
      throw storeError(error, at: path)
    }
  }
}
