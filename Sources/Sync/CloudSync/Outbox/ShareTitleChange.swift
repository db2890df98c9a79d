import CloudModel
import SyncRules

/// Another title for the share of a zone, which the cloud shows to people who are invited.
package struct ShareTitleChange: Sendable, Equatable {
  /// The title that goes; where another device has given the share another one, that one stays.
  package var old: String
  /// Empty for no title.
  package var new: String

  package init(old: String, new: String) {
    self.old = old
    self.new = new
  }

  /// The number of times that the change is tried against other changes of the share.
  private static let conflictLimit = 3

  /// Changes the title in the cloud.
  ///
  /// A share that the cloud does not have, or does not let change, stays as it is.
  ///
  /// - Throws: an error after which the call may succeed later; `.zoneBusy` while others change the share.
  func perform(in zoneID: RecordZoneID, _ database: any CloudDatabase) async throws(CloudError) {
    for _ in 0..<Self.conflictLimit {
      do throws(CloudError) {
        return try await save(.zoneWideShare(in: zoneID), database)
      } catch {
        if error.code == .serverRecordChanged { continue }
        guard ErrorPolicy.verdict(on: error.code, as: .owner) == .retry else { return }
        throw error
      }
    }
    throw CloudError(.zoneBusy, "Others are changing the share at the moment.")
  }

  private func save(_ shareID: RecordID, _ database: any CloudDatabase) async throws(CloudError) {
    let found = try await database.records(for: [shareID], desiredKeys: nil)
    guard var share = try found[shareID]?.get(),
      share[Share.titleKey]?.stringValue ?? "" == old
    else { return }
    if new.isEmpty { share.clear(Share.titleKey) } else { share[Share.titleKey] = .string(new) }
    let saved = try await database.modifyRecords(
      saving: [share], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true
    ).saveResults[shareID]
    guard let saved else {
      throw CloudError(.serverResponseLost, "The cloud's answer was incomplete.")
    }
    _ = try saved.get()
  }
}
