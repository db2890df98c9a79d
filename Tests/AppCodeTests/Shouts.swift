import CloudKit
import Foundation

/// Short public texts that people cheer at, as an app keeps them: a model, keys, a mapper, a repository, errors.
struct Shout: Identifiable, Hashable {
  let id: String
  let writerID: String
  let writer: String
  let words: String
  let shoutedAt: Date
  let zone: TimeZone
  var cheers: Int
  var isHidden: Bool
}

enum ShoutKey: String {
  case writerID, writer, words, shoutedAt, zone, cheers, isHidden

  static let recordType = "Shout"
}

enum ShoutError: Error {
  case malformed(CKRecord.ID)
  case noAccount
  case notAllowed
  case somethingElse(Error)
}

protocol ShoutRepository {
  func shout(_ words: String, as writer: String) async throws -> Shout
  func latest(_ count: Int) async throws -> [Shout]
  func cheer(_ shout: Shout) async throws -> Shout
  func hide(_ shout: Shout) async throws
}

struct ShoutMapper {
  func shout(from record: CKRecord) throws -> Shout {
    guard
      let writerID = record[ShoutKey.writerID.rawValue] as? String,
      let writer = record[ShoutKey.writer.rawValue] as? String,
      let words = record[ShoutKey.words.rawValue] as? String,
      let shoutedAt = record[ShoutKey.shoutedAt.rawValue] as? Date,
      let zoneName = record[ShoutKey.zone.rawValue] as? String,
      let zone = TimeZone(identifier: zoneName),
      let cheers = record[ShoutKey.cheers.rawValue] as? Int,
      let isHidden = record[ShoutKey.isHidden.rawValue] as? Bool
    else { throw ShoutError.malformed(record.recordID) }
    return Shout(
      id: record.recordID.recordName, writerID: writerID, writer: writer, words: words,
      shoutedAt: shoutedAt, zone: zone, cheers: cheers, isHidden: isHidden)
  }

  func fill(_ record: CKRecord, with shout: Shout) {
    record[ShoutKey.writerID.rawValue] = shout.writerID as CKRecordValue
    record[ShoutKey.writer.rawValue] = shout.writer as CKRecordValue
    record[ShoutKey.words.rawValue] = shout.words as CKRecordValue
    record[ShoutKey.shoutedAt.rawValue] = shout.shoutedAt as CKRecordValue
    record[ShoutKey.zone.rawValue] = shout.zone.identifier as CKRecordValue
    record[ShoutKey.cheers.rawValue] = shout.cheers as CKRecordValue
    record[ShoutKey.isHidden.rawValue] = shout.isHidden as CKRecordValue
  }
}

final class CloudShoutRepository: ShoutRepository {
  private let container: CKContainer
  private let database: CKDatabase
  private let mapper = ShoutMapper()

  init(container: CKContainer = .default()) {
    self.container = container
    database = container.publicCloudDatabase
  }

  func shout(_ words: String, as writer: String) async throws -> Shout {
    do {
      let userID = try await container.userRecordID()
      let record = CKRecord(
        recordType: ShoutKey.recordType, recordID: CKRecord.ID(recordName: UUID().uuidString))
      let shout = Shout(
        id: record.recordID.recordName, writerID: userID.recordName, writer: writer, words: words,
        shoutedAt: Date(), zone: .current, cheers: 0, isHidden: false)
      mapper.fill(record, with: shout)
      return try mapper.shout(from: try await database.save(record))
    } catch {
      throw translated(error)
    }
  }

  func latest(_ count: Int) async throws -> [Shout] {
    let query = CKQuery(
      recordType: ShoutKey.recordType,
      predicate: NSPredicate(format: "%K == %@", ShoutKey.isHidden.rawValue, NSNumber(value: false))
    )
    query.sortDescriptors = [NSSortDescriptor(key: ShoutKey.shoutedAt.rawValue, ascending: false)]
    do {
      let (results, _) = try await database.records(
        matching: query, inZoneWith: nil, desiredKeys: nil, resultsLimit: count)
      return try results.map { _, result in
        switch result {
        case .success(let record): return try mapper.shout(from: record)
        case .failure(let error): throw error
        }
      }
    } catch {
      throw translated(error)
    }
  }

  func cheer(_ shout: Shout) async throws -> Shout {
    do {
      let record = try await database.record(for: CKRecord.ID(recordName: shout.id))
      let cheers = (record[ShoutKey.cheers.rawValue] as? Int ?? 0) + 1
      record[ShoutKey.cheers.rawValue] = cheers as CKRecordValue
      return try mapper.shout(from: try await database.save(record))
    } catch {
      throw translated(error)
    }
  }

  /// Its record stays, and nobody sees it any more.
  func hide(_ shout: Shout) async throws {
    do {
      let record = try await database.record(for: CKRecord.ID(recordName: shout.id))
      record[ShoutKey.isHidden.rawValue] = true as CKRecordValue
      try await database.save(record)
    } catch {
      throw translated(error)
    }
  }

  private func translated(_ error: Error) -> ShoutError {
    if let error = error as? ShoutError { return error }
    guard let cloudError = error as? CKError else { return .somethingElse(error) }
    switch cloudError.code {
    case .notAuthenticated: return .noAccount
    case .permissionFailure: return .notAllowed
    default: return .somethingElse(cloudError)
    }
  }
}
