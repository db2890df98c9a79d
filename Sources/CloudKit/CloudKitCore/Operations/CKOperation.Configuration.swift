import CloudDevices
public import Foundation

extension CKOperation {
  static func newID() -> ID { Machine.uniqueName() }

  /// How an operation runs.
  ///
  /// Time limits are obeyed, and low priority waits for the network. Long life and cellular access are kept, and mean
  /// nothing here: operations end with their process, and there is one network.
  public final class Configuration: NSObject, NSCopying, @unchecked Sendable {
    // As Apple's: it is set before an operation takes a copy of it.
    public var container: CKContainer?
    public var qualityOfService = QualityOfService.default
    public var allowsCellularAccess = true
    public var isLongLived = false
    /// Seconds.
    public var timeoutIntervalForRequest: TimeInterval = 60
    /// Seconds.
    public var timeoutIntervalForResource: TimeInterval = 604_800

    public override init() { super.init() }

    public func copy(with zone: NSZone? = nil) -> Any { ownCopy }

    var ownCopy: Configuration {
      let copy = Configuration()
      copy.container = container
      copy.qualityOfService = qualityOfService
      copy.allowsCellularAccess = allowsCellularAccess
      copy.isLongLived = isLongLived
      copy.timeoutIntervalForRequest = timeoutIntervalForRequest
      copy.timeoutIntervalForResource = timeoutIntervalForResource
      return copy
    }

    /// The same, with another's values for everything that was left as it was.
    func filled(from other: Configuration?) -> Configuration {
      guard let other else { return self }
      let untouched = Configuration()
      func value<Value: Equatable>(_ key: KeyPath<Configuration, Value>) -> Value {
        self[keyPath: key] == untouched[keyPath: key] ? other[keyPath: key] : self[keyPath: key]
      }
      let filled = Configuration()
      filled.container = value(\.container)
      filled.qualityOfService = value(\.qualityOfService)
      filled.allowsCellularAccess = value(\.allowsCellularAccess)
      filled.isLongLived = value(\.isLongLived)
      filled.timeoutIntervalForRequest = value(\.timeoutIntervalForRequest)
      filled.timeoutIntervalForResource = value(\.timeoutIntervalForResource)
      return filled
    }

    var priority: TaskPriority {
      switch qualityOfService {
      case .userInteractive, .userInitiated: .userInitiated
      case .utility: .utility
      case .background: .background
      default: .medium
      }
    }
  }

  // MARK: - Settings that once were the operation's own

  @available(*, deprecated, message: "Use configuration.")
  public var container: CKContainer? {
    get { configuration.container }
    set { configuration.container = newValue }
  }

  @available(*, deprecated, message: "Use configuration.")
  public var allowsCellularAccess: Bool {
    get { configuration.allowsCellularAccess }
    set { configuration.allowsCellularAccess = newValue }
  }

  @available(*, deprecated, message: "Use configuration.")
  public var isLongLived: Bool {
    get { configuration.isLongLived }
    set { configuration.isLongLived = newValue }
  }

  @available(*, deprecated, message: "Use configuration.")
  public var timeoutIntervalForRequest: TimeInterval {
    get { configuration.timeoutIntervalForRequest }
    set { configuration.timeoutIntervalForRequest = newValue }
  }

  @available(*, deprecated, message: "Use configuration.")
  public var timeoutIntervalForResource: TimeInterval {
    get { configuration.timeoutIntervalForResource }
    set { configuration.timeoutIntervalForResource = newValue }
  }
}

/// Operations that belong together for the app; their settings, where an operation has none of its own.
public final class CKOperationGroup: NSObject, NSSecureCoding, @unchecked Sendable {
  // As with Apple's class, the properties are set before the first operation begins.

  public enum TransferSize: Int, Sendable {
    case unknown = 0
    case kilobytes, megabytes, tensOfMegabytes, hundredsOfMegabytes, gigabytes, tensOfGigabytes,
      hundredsOfGigabytes
  }

  public let operationGroupID: String
  // As Apple's: a copy is kept, nil sets it back, and nobody reads nil.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var defaultConfiguration: CKOperation.Configuration! {
    get { ownConfiguration }
    set { ownConfiguration = newValue?.ownCopy ?? CKOperation.Configuration() }
  }

  private var ownConfiguration = CKOperation.Configuration()
  public var name: String?
  public var quantity = 0
  public var expectedSendSize = TransferSize.unknown
  public var expectedReceiveSize = TransferSize.unknown

  public override init() { operationGroupID = CKOperation.newID() }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(operationGroupID as NSString, forKey: "id")
    coder.encode(name as NSString?, forKey: "name")
    coder.encode(quantity, forKey: "quantity")
    coder.encode(expectedSendSize.rawValue, forKey: "sendSize")
    coder.encode(expectedReceiveSize.rawValue, forKey: "receiveSize")
    ownConfiguration.encode(with: coder)
  }

  public init?(coder: NSCoder) {
    guard let id = coder.decodeObject(of: NSString.self, forKey: "id") as String? else {
      return nil
    }
    operationGroupID = id
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String?
    quantity = coder.decodeInteger(forKey: "quantity")
    expectedSendSize =
      TransferSize(rawValue: coder.decodeInteger(forKey: "sendSize")) ?? .unknown
    expectedReceiveSize =
      TransferSize(rawValue: coder.decodeInteger(forKey: "receiveSize")) ?? .unknown
    ownConfiguration = CKOperation.Configuration(coder: coder)
  }
}

/// A group's configuration in its archive, without the container.
extension CKOperation.Configuration {
  fileprivate func encode(with coder: NSCoder) {
    coder.encode(qualityOfService.rawValue, forKey: "qualityOfService")
    coder.encode(allowsCellularAccess, forKey: "allowsCellularAccess")
    coder.encode(isLongLived, forKey: "isLongLived")
    coder.encode(timeoutIntervalForRequest, forKey: "timeoutIntervalForRequest")
    coder.encode(timeoutIntervalForResource, forKey: "timeoutIntervalForResource")
  }

  /// That of a group from a version that did not archive it is as it was at first.
  fileprivate convenience init(coder: NSCoder) {
    self.init()
    guard coder.containsValue(forKey: "qualityOfService") else { return }
    qualityOfService =
      QualityOfService(rawValue: coder.decodeInteger(forKey: "qualityOfService")) ?? .default
    allowsCellularAccess = coder.decodeBool(forKey: "allowsCellularAccess")
    isLongLived = coder.decodeBool(forKey: "isLongLived")
    timeoutIntervalForRequest = coder.decodeDouble(forKey: "timeoutIntervalForRequest")
    timeoutIntervalForResource = coder.decodeDouble(forKey: "timeoutIntervalForResource")
  }
}

extension CKDatabase {
  /// Runs an operation on this database.
  public func add(_ operation: CKDatabaseOperation) {
    operation.database = self
    CKContainer.operations.addOperation(operation)
  }
}

extension CKContainer {
  /// Where operations run that an app does not put on a queue of its own.
  static let operations = OperationQueue()

  /// Runs an operation on this container.
  public func add(_ operation: CKOperation) {
    if operation.effectiveConfiguration.container == nil {
      operation.configuration.container = self
    }
    Self.operations.addOperation(operation)
  }

  /// Operations end with their process here: none is known by its name in the next one.
  public func allLongLivedOperationIDs() async throws -> [CKOperation.ID] { [] }

  public func longLivedOperation(for operationID: CKOperation.ID) async throws -> CKOperation? {
    nil
  }

  @preconcurrency
  public func fetchAllLongLivedOperationIDs(
    completionHandler: @escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void
  ) {
    deliver({ () async throws(CKError) in [] }, to: completionHandler)
  }

  @preconcurrency
  public func fetchLongLivedOperation(
    withID operationID: CKOperation.ID,
    completionHandler: @escaping @Sendable (CKOperation?, (any Error)?) -> Void
  ) {
    // As with every other call, the handler comes after the return.
    Task { completionHandler(nil, nil) }
  }
}
