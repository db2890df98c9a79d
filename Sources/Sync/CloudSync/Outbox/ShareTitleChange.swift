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
  /// - Throws: an error after which the call may succeed later.
  func perform(in zoneID: RecordZoneID, _ database: any CloudDatabase) async throws(CloudError) {
    let shareID = RecordID.zoneWideShare(in: zoneID)
    do throws(CloudError) {
      for _ in 0..<Self.conflictLimit {
        let found = try await database.records(for: [shareID], desiredKeys: nil)
        guard var share = try found[shareID]?.get(),
          share[Share.titleKey]?.stringValue ?? "" == old
        else { return }
        share[Share.titleKey] = new.isEmpty ? nil : .string(new)
        if new.isEmpty { share.clearedKeys.insert(Share.titleKey) }
        let saved = try await database.modifyRecords(
          saving: [share], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true
        ).saveResults[shareID]
        switch saved {
        case .success: return
        case .failure(let error) where error.code == .serverRecordChanged: continue
        case .failure(let error): throw error
        case nil: throw CloudError(.serverResponseLost, "The cloud's answer was incomplete.")
        }
      }
    } catch {
      guard ErrorPolicy.verdict(on: error.code, as: .owner) == .retry else { return }
      throw error
    }
  }
}
