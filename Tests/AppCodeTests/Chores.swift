import CloudKit
import Foundation
import os.log

/// A list of things to do in the private database, as an app has it: a service and a view model.
struct Chore: Identifiable, Equatable {
  static let recordType = "Chore"

  var id: String
  var title: String
  var isDone: Bool
  var addedAt: Date

  init(title: String, addedAt: Date = Date()) {
    (id, self.title, isDone, self.addedAt) = (UUID().uuidString, title, false, addedAt)
  }

  init?(record: CKRecord) {
    guard let title = record["title"] as? String, let addedAt = record.creationDate else {
      return nil
    }
    id = record.recordID.recordName
    self.title = title
    isDone = record["isDone"] as? Bool ?? false
    self.addedAt = addedAt
  }

  var record: CKRecord {
    let record = CKRecord(
      recordType: Chore.recordType, recordID: CKRecord.ID(recordName: id))
    record.setValue(title, forKey: "title")
    record.setValue(isDone, forKey: "isDone")
    return record
  }
}

enum ChoreServiceError: LocalizedError {
  case cloudNotAvailable(CKAccountStatus)

  var errorDescription: String? {
    switch self {
    case .cloudNotAvailable(.noAccount): return "Sign in to iCloud."
    case .cloudNotAvailable(.restricted): return "iCloud is restricted on this device."
    case .cloudNotAvailable: return "iCloud cannot be used now."
    }
  }
}

final class ChoreService: Sendable {
  private let container: CKContainer
  private let database: CKDatabase

  init(identifier: String) {
    container = CKContainer(identifier: identifier)
    database = container.privateCloudDatabase
  }

  func canUseCloud() async throws -> Bool {
    let status = try await container.accountStatus()
    guard status == .available else { throw ChoreServiceError.cloudNotAvailable(status) }
    return true
  }

  func add(_ chore: Chore) async throws { try await database.save(chore.record) }

  func all() async throws -> [Chore] {
    let query = CKQuery(recordType: Chore.recordType, predicate: NSPredicate(value: true))
    query.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    let result = try await database.records(matching: query)
    return result.matchResults.compactMap { try? $0.1.get() }.compactMap(Chore.init(record:))
  }

  func remove(_ chore: Chore) async throws {
    try await database.deleteRecord(withID: CKRecord.ID(recordName: chore.id))
  }
}

@MainActor
class ChoreListViewModel: ObservableObject {
  @Published private(set) var chores: [Chore] = []
  @Published private(set) var isLoading = false
  @Published var isCloudUsable = true
  @Published var alert: String?

  private let service: ChoreService
  private let logger = Logger(subsystem: "com.example.Chores", category: "list")

  init(service: ChoreService) { self.service = service }

  func start() async {
    do {
      isCloudUsable = try await service.canUseCloud()
      await refresh()
    } catch {
      isCloudUsable = false
      alert = error.localizedDescription
    }
  }

  func refresh() async {
    isLoading = true
    defer { isLoading = false }
    do {
      chores = try await service.all()
    } catch {
      logger.error("refresh: \(error.localizedDescription)")
      alert = error.localizedDescription
    }
  }

  func add(_ title: String) async {
    let chore = Chore(title: title)
    do {
      try await service.add(chore)
      chores.append(chore)
    } catch {
      alert = error.localizedDescription
    }
  }

  /// Removes it from the screen at once, and puts it back if the cloud refuses.
  func remove(at offsets: IndexSet) async {
    let before = chores
    let gone = offsets.map { chores[$0] }
    for offset in offsets.sorted(by: >) { chores.remove(at: offset) }
    do {
      for chore in gone { try await service.remove(chore) }
    } catch {
      chores = before
      alert = error.localizedDescription
    }
  }
}
