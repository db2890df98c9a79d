package import CloudDevices
package import CloudModel
import Foundation

/// One database as one device uses it: what Apple's calls do, without their many forms.
///
/// A whole call that fails throws; what fails of one item is that item's result. Results have the identifiers that the
/// app has passed, also where the cloud writes them in another way.
package struct DatabaseAccess: Sendable {
  /// The most items of one call, and of one request that saves and deletes records.
  static let itemLimit = CloudLimits.operationsPerNativeRequest
  /// The most items of any other request.
  static let requestLimit = CloudLimits.operationsPerRequest

  package let device: CloudDevice
  package let container: String
  package var scope: DatabaseScope
  var limits = CallLimits()

  package var choices: CloudKitChoices { device.choices }

  /// The cloud's database, and how the signed-in user sees its identifiers.
  struct Session: Sendable {
    let database: any CloudDatabase
    let mapping: RecordMapping
    var viewpoint: Viewpoint { mapping.viewpoint }
  }

  func open() async throws(CKError) -> Session {
    let session = try await limits.calling { () async throws(CloudError) in
      try await device.session(in: container)
    }
    return Session(
      database: session.database(with: scope),
      mapping: RecordMapping(Viewpoint(user: session.userRecordName, scope: scope)))
  }

  /// Makes a call's requests one after the other; throws what ends the whole call before the cloud has answered.
  ///
  /// `fail` is told of the items of a request that failed as a whole: the others are not lost with them. After a
  /// failure that the next request would meet as well, none is made.
  func each<Item>(
    _ requests: [[Item]], ask: ([Item]) async throws(CKError) -> Void,
    fail: ([Item], CKError) -> Void
  ) async throws(CKError) {
    var end: CKError?
    for (index, items) in requests.enumerated() {
      do throws(CKError) {
        if let end { throw end }
        try await ask(items)
      } catch {
        guard index > 0 || (requests.count > 1 && !error.endsWholeCall) else { throw error }
        if error.endsWholeCall { end = error }
        fail(items, error)
      }
    }
  }

  static func checkCount(_ count: Int) throws(CKError) {
    guard count <= itemLimit else {
      throw CKError(
        .limitExceeded, "\(count) items are too many for one call. Send at most \(itemLimit).")
    }
  }
}

/// What became of each item, in the order in which they were passed.
package typealias ItemResults<ID, Value> = [(id: ID, result: Result<Value, CKError>)]

extension Array {
  /// The items that belong to one zone, in their order; the zones in the order of their first items.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, items: [Element])] {
    var groups: [(key: Key, items: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].items.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }

  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension CKError {
  /// Whether the next request of the same call could not do better: there is no network or no account, or the cloud
  /// wants a pause.
  var endsWholeCall: Bool {
    switch code {
    case .networkFailure, .networkUnavailable, .serverResponseLost, .notAuthenticated,
      .requestRateLimited, .serviceUnavailable, .accountTemporarilyUnavailable,
      .managedAccountRestricted, .operationCancelled:
      true
    default: false
    }
  }
}

/// The results of items by their identifiers; the last one counts where an identifier was passed twice.
func byID<ID: Hashable, Value>(
  _ results: ItemResults<ID, Value>
) -> [ID: Result<Value, any Error>] {
  Dictionary(results.map { ($0.id, $0.result.mapError { $0 as any Error }) }) { $1 }
}

/// The result of a call for one item.
@discardableResult
func only<ID, Value>(_ results: ItemResults<ID, Value>) throws(CKError) -> Value {
  guard let first = results.first else {
    throw CKError(.internalError, "The cloud's answer says nothing about this item.")
  }
  return try first.result.get()
}
