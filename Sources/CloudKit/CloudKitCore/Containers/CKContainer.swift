package import CloudDevices
import CloudModel
public import Foundation

extension NSNotification.Name {
  /// The account has changed: ask for its status again.
  ///
  /// Posted on any thread.
  public static let CKAccountChanged = CloudDevice.accountChanged
}

public enum CKAccountStatus: Int, Sendable {
  case couldNotDetermine = 0
  case available = 1
  case restricted = 2
  case noAccount = 3
  case temporarilyUnavailable = 4
}

/// The databases of an app, as the signed-in user of a device has them.
///
/// Which cloud, account and device these are is decided where the container is made: the ones that a test runs as, or
/// the ones that the environment names (`docs/cloudkit.md`). No entitlement is needed. A cloud in development makes a
/// container that it does not know.
public final class CKContainer: NSObject, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  private let identifier: String
  package let device: CloudDevice

  public var containerIdentifier: String? { identifier }
  public let privateCloudDatabase: CKDatabase
  public let publicCloudDatabase: CKDatabase
  public let sharedCloudDatabase: CKDatabase
  private let rules: CallRules

  /// The container that the environment names, or else `iCloud.` and the program's name.
  public class func `default`() -> CKContainer {
    let device = CloudDevice.found
    return CKContainer(identifier: device.defaultContainer, device: device)
  }

  public convenience init(identifier: String) {
    self.init(identifier: identifier, device: .found)
  }

  package convenience init(identifier: String, device: CloudDevice) {
    self.init(identifier: identifier, device: device, CallRules())
  }

  private init(identifier: String, device: CloudDevice, _ rules: CallRules) {
    self.identifier = identifier
    self.device = device
    self.rules = rules
    func database(_ scope: CKDatabase.Scope) -> CKDatabase {
      CKDatabase(device, container: identifier, scope).with(rules)
    }
    privateCloudDatabase = database(.private)
    publicCloudDatabase = database(.public)
    sharedCloudDatabase = database(.shared)
  }

  /// The same container, whose calls, and those of its databases, keep to other rules.
  func with(_ rules: CallRules) -> CKContainer {
    CKContainer(identifier: identifier, device: device, rules)
  }

  public func database(with scope: CKDatabase.Scope) -> CKDatabase {
    switch scope {
    case .public: publicCloudDatabase
    case .private: privateCloudDatabase
    case .shared: sharedCloudDatabase
    }
  }

  /// For one call, which begins now.
  var access: ContainerAccess { access(rules) }

  func access(_ rules: CallRules) -> ContainerAccess {
    ContainerAccess(device: device, container: identifier, limits: rules.begin(device.choices))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKContainer else { return false }
    return identifier == other.identifier && device === other.device
  }

  public override var hash: Int { identifier.hashValue }

  public override var description: String { "<CKContainer \(identifier)>" }
}

/// The account of the device.
extension CKContainer {
  /// Whether somebody is signed in, and whether the device lets apps use the account.
  ///
  /// The device knows it: whether the cloud can be reached, a call on a database tells. It throws only for an account
  /// that cannot be determined, if the choice `undeterminedAccount` says so.
  public func accountStatus() async throws -> CKAccountStatus {
    let (status, error) = statusOfAccount
    if let error { throw error }
    return status
  }

  @preconcurrency
  public func accountStatus(
    completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
  ) {
    let (status, error) = statusOfAccount
    // As with every other call, the handler comes after the return.
    Task { completionHandler(status, error) }
  }

  private var statusOfAccount: (CKAccountStatus, CKError?) {
    guard let state = device.account?.state else { return (.noAccount, nil) }
    switch state {
    case .available: return (.available, nil)
    case .restricted: return (.restricted, nil)
    case .temporarilyUnavailable: return (.temporarilyUnavailable, nil)
    case .couldNotDetermine:
      let error = device.choices.undeterminedAccount == .thrown ? state.error : nil
      return (.couldNotDetermine, error.map { CKError($0) })
    }
  }

  /// The name of the signed-in user's record in this container, as others see it.
  @discardableResult
  public func userRecordID() async throws -> CKRecord.ID { try await access.userRecordID() }

  @preconcurrency
  public func fetchUserRecordID(
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) {
    let access = access
    deliver({ () async throws(CKError) in try await access.userRecordID() }, to: completionHandler)
  }
}
