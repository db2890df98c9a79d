import CloudDevices
import CloudKitCore
import CloudModel

extension CKSyncEngine {
  /// The database as the one who is signed in now has it; only in a turn.
  ///
  /// Throws `.notAuthenticated` if nobody is, and what signing in throws.
  func requireAccount() async throws(CKError) -> CKDatabase {
    guard let database = try await checkAccount() else {
      throw CKError(.notAuthenticated, "Nobody is signed in on this device.")
    }
    return database
  }

  /// Looks at who is signed in; only in a turn.
  ///
  /// If it is somebody else than before, the engine begins anew and tells the delegate. Returns the database as that
  /// user has it; nil if nobody is signed in.
  @discardableResult
  func checkAccount() async throws(CKError) -> CKDatabase? {
    let access = database.access
    let device: CloudDevice
    var user: String?
    do throws(CloudError) {
      // The snapshot has the session then, if nobody has signed in or out meanwhile.
      if access.device.account != nil { _ = try await access.device.session(in: access.container) }
      device = access.device.snapshot()
      if device.account != nil {
        user = try await device.session(in: access.container).userRecordName
      }
    } catch {
      throw CKError(any: error)
    }
    if let change = Self.change(from: state.read(\.user), to: user) {
      state.change { $0.begin(for: user, keeping: device.choices.changesBeforeSignIn) }
      await tell(.accountChange(Event.AccountChange(changeType: change)))
      await tellState()
    }
    return user == nil
      ? nil : CKDatabase(device, container: access.container, database.databaseScope)
  }

  static func change(
    from previous: String?, to current: String?
  ) -> Event.AccountChange.ChangeType? {
    guard previous != current else { return nil }
    let previous = previous.map { CKRecord.ID(recordName: $0) }
    let current = current.map { CKRecord.ID(recordName: $0) }
    return switch (previous, current) {
    case (nil, nil): nil
    case (nil, let current?): .signIn(currentUser: current)
    case (let previous?, nil): .signOut(previousUser: previous)
    case (let previous?, let current?):
      .switchAccounts(previousUser: previous, currentUser: current)
    }
  }
}
