import CloudModel
public import Foundation
import Synchronization

/// A call that can be cancelled, and that waits for others as any `Operation` does.
///
/// All blocks of one operation run on a serial queue of its own, never two at the same time: first those for items,
/// then the one for the result, then `completionBlock`. After a cancellation only the last two run, with
/// `.operationCancelled`.
public class CKOperation: Operation, @unchecked Sendable {
  // As with Apple's class, the properties are set before the operation begins; its own state is behind a lock.

  public typealias ID = String

  public let operationID: ID = CKOperation.newID()
  public var group: CKOperationGroup?
  public var longLivedOperationWasPersistedBlock: (() -> Void)?

  // As Apple's: a copy is kept, nil sets it back, and nobody reads nil.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var configuration: Configuration! {
    get { ownConfiguration }
    set { ownConfiguration = newValue?.ownCopy ?? Configuration() }
  }

  /// That of the configuration.
  public override var qualityOfService: QualityOfService {
    get { ownConfiguration.qualityOfService }
    set { ownConfiguration.qualityOfService = newValue }
  }

  private var ownConfiguration = Configuration()
  private let blocks = DispatchQueue(label: "CKOperation")

  private enum Phase { case waiting, executing, finished }

  private struct State {
    var phase = Phase.waiting
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// What holds for this operation: its own settings, and its group's where it has none.
  var effectiveConfiguration: Configuration {
    ownConfiguration.filled(from: group?.defaultConfiguration)
  }

  // MARK: - For each kind of operation

  /// Does the work; reports items by `tell`.
  func perform() async throws(CKError) {}

  /// Calls the blocks for the result; runs on the queue of the blocks.
  func conclude(_ error: CKError?) {}

  /// Calls a block for an item, unless the operation is cancelled by then.
  final func tell(_ block: sending @escaping () -> Void) {
    // The blocks are the app's, and need not be `Sendable`: this queue is the only place where they run.
    nonisolated(unsafe) let block = block
    blocks.async { [self] in if !isCancelled { block() } }
  }

  // MARK: - Operation

  public final override var isAsynchronous: Bool { true }
  public final override var isExecuting: Bool { state.withLock { $0.phase == .executing } }
  public final override var isFinished: Bool { state.withLock { $0.phase == .finished } }

  public final override func start() {
    guard !isCancelled else { return finish(.cancelled) }
    move(to: .executing)
    // An operation is a task of its own; `cancel` ends it.
    let task = Task(priority: effectiveConfiguration.priority) {
      do throws(CKError) {
        try await self.perform()
        self.finish(nil)
      } catch {
        self.finish(error)
      }
    }
    state.withLock { $0.task = task }
    if isCancelled { task.cancel() }
  }

  public final override func cancel() {
    super.cancel()
    state.withLock { $0.task }?.cancel()
  }

  private func finish(_ error: CKError?) {
    blocks.async { [self] in
      // A block for an item may have cancelled the operation, and then not all items were told.
      conclude(isCancelled ? .cancelled : error)
      move(to: .finished)
    }
  }

  private func move(to phase: Phase) {
    let keys = phase == .finished ? ["isExecuting", "isFinished"] : ["isExecuting"]
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0.phase = phase }
    for key in keys.reversed() { didChangeValue(forKey: key) }
  }
}

/// An operation on one database.
public class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// The private database of the configuration's container, or else of the default container.
  public var database: CKDatabase? {
    get {
      chosenDatabase
        ?? (effectiveConfiguration.container ?? CKContainer.default()).privateCloudDatabase
    }
    set { chosenDatabase = newValue }
  }

  private var chosenDatabase: CKDatabase?

  func access() throws(CKError) -> DatabaseAccess {
    guard let database else { throw CKError(.badDatabase, "The operation has no database.") }
    return database.access(CallRules(effectiveConfiguration))
  }
}
