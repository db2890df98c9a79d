import CloudModel

/// A database as an engine with one broken rule uses it.
struct BrokenDatabase: ForwardingDatabase {
  let inner: any CloudDatabase
  /// The private database of the same user.
  let privateDatabase: any CloudDatabase
  let world: World
  let key: DeviceKey
  let mutation: Mutation

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    let database = mutation == .writesPrivate ? privateDatabase : inner
    do throws(CloudError) {
      return try await database.modifyRecords(
        saving: recordsToSave, deleting: recordIDsToDelete,
        savePolicy: mutation == .overwrites ? .allKeys : savePolicy, atomically: atomically,
        desiredKeys: desiredKeys)
    } catch {
      guard mutation == .trustsLostAnswers,
        error.code == .networkFailure || error.code == .serverResponseLost
      else { throw broken(error) }
      var saved: SaveResults = [:]
      for record in recordsToSave { saved[record.recordID] = .success(record) }
      return (saved, [:])
    }
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    do throws(CloudError) {
      var page = try await inner.databaseChanges(since: changeToken, resultsLimit: resultsLimit)
      if mutation == .skipsOwnChanges {
        let own = await world.zonesLastWritten(by: key)
        page.modifications.removeAll { own.contains($0.zoneName) }
      }
      return page
    } catch {
      throw broken(error)
    }
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    do throws(CloudError) {
      var page = try await inner.recordZoneChanges(
        inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys,
        resultsLimit: resultsLimit)
      if mutation == .ignoresMoreComing { page.moreComing = false }
      return page
    } catch {
      throw broken(error)
    }
  }

  private func broken(_ error: CloudError) -> CloudError {
    guard mutation == .ignoresRetryAfter else { return error }
    var error = error
    error.retryAfterSeconds = nil
    return error
  }

  /// Every other call is made as it should be.
  func forward<Answer: Sendable>(
    _ call: CloudCall, in zoneID: RecordZoneID?,
    _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    try await make()
  }
}
