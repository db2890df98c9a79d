package import CloudDevices
import CloudKitCore
import CloudModel

/// What is left to do, for tests that wait until nothing is.
extension CKSyncEngine: SyncingPart {
  package func unfinishedWork(at cloud: any AdministeredCloud) async -> String? {
    var reasons: [String] = []
    if await turns.hasTurns { reasons.append("a fetch or a send is under way") }
    let state = state.read { $0 }
    if let pending = state.pendingWords { reasons.append(pending) }
    if let waiting = automation.unfinishedWork { reasons.append(waiting) }
    if reasons.isEmpty, let news = await news(for: state, at: cloud) { reasons.append(news) }
    guard !reasons.isEmpty else { return nil }
    let name = database.access.scope.pathComponent
    return "\(name) database of \(database.access.container): \(reasons.joined(separator: "; "))"
  }

  /// What the engine does not know yet: who is signed in, or what has changed in the cloud.
  private func news(for state: EngineState, at cloud: any AdministeredCloud) async -> String? {
    let device = database.access.device
    guard device.account != nil else {
      return state.user == nil ? nil : "the engine has not noticed that nobody is signed in"
    }
    do throws(CloudError) {
      let user = try await device.session(in: database.access.container).userRecordName
      // An engine that is not automatic looks at the account with its first turn.
      guard state.user == user || state.user == nil && !isAutomatic else {
        return "the engine has not noticed who is signed in"
      }
      let view = cloud.container(
        database.access.container, actingAs: user, in: device.environment)
      let scope = database.access.scope
      let survey = ChangeSurvey(
        state: state, database: view.database(with: scope),
        viewpoint: Viewpoint(user: user, scope: scope))
      return try await survey.unfetchedZone().map {
        "the zone \($0.zoneName) has changes that were not fetched, and "
          + (isAutomatic
            ? "no push has told of them (a device gets none of what it writes itself)"
            : "this engine fetches only when it is told to")
      }
    } catch {
      return "the cloud cannot be asked (\(error.reason))"
    }
  }
}

extension EngineState {
  /// The changes that wait to be sent, in words; nil without any.
  fileprivate var pendingWords: String? {
    let changes =
      databaseChanges.changes.map(\.description) + recordChanges.changes.map(\.description)
    guard let first = changes.first else {
      return hasUntrackedChanges ? "the app has changes to send that it keeps track of itself" : nil
    }
    return changes.count == 1
      ? "a change waits to be sent (\(first))"
      : "\(changes.count) changes wait to be sent (the first one: \(first))"
  }
}

/// Looks for changes in the cloud that an engine does not have, without fetching them for it.
private struct ChangeSurvey {
  let state: EngineState
  let database: any CloudDatabase
  let viewpoint: Viewpoint

  /// A zone with changes that the app does not have; what the engine has sent itself does not count, nor what has come
  /// back as a conflict.
  func unfetchedZone() async throws(CloudError) -> CKRecordZone.ID? {
    if let zoneID = state.unfetchedZoneIDs.first { return zoneID }
    var token = state.databaseToken?.token
    var moreComing = true
    while moreComing {
      let page = try await database.databaseChanges(since: token, resultsLimit: nil)
      for deletion in page.deletions {
        let zoneID = viewpoint.zoneID(deletion.zoneID)
        // A zone that was made and deleted again before the first fetch is no news.
        let wasKnown = state.databaseToken != nil || state.zoneTokens[zoneID] != nil
        if wasKnown, !state.own.containsDeletion(of: zoneID) { return zoneID }
      }
      for zoneID in page.modifications where try await hasNews(zoneID) {
        return viewpoint.zoneID(zoneID)
      }
      (token, moreComing) = (page.changeToken, page.moreComing)
    }
    return nil
  }

  private func hasNews(_ cloudID: RecordZoneID) async throws(CloudError) -> Bool {
    let zoneID = viewpoint.zoneID(cloudID)
    var token = state.zoneTokens[zoneID]?.token
    if token == nil, !state.own.containsSave(of: zoneID) { return true }
    var moreComing = true
    while moreComing {
      let page = try await database.recordZoneChanges(
        inZoneWith: cloudID, since: token, desiredKeys: [], resultsLimit: nil)
      for record in page.modifications {
        let id = viewpoint.recordID(record.recordID)
        guard state.own.isKnown(id, changeTag: record.recordChangeTag) else { return true }
      }
      for deletion in page.deletions {
        let id = viewpoint.recordID(deletion.recordID)
        guard state.own.containsDeletion(of: id) else { return true }
      }
      (token, moreComing) = (page.changeToken, page.moreComing)
    }
    return false
  }
}
