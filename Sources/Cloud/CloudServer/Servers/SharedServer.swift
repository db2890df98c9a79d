import CloudCore
import CloudModel
import CloudRules
import Logging
import ServiceLifecycle

/// One of several servers on a store, and what it does besides answering requests.
///
/// It tells its channels what other servers have written, follows the limits that an administrator has set at another
/// server, and notes that it is there.
struct SharedServer: Service {
  private static let ticksOfMark = 10
  private static let ticksOfLeftovers = 600

  let store: any SharedStore
  let mark: ServerMark
  let courier: SharedCourier
  let conditions: CloudConditions
  let logger: Logger
  var clock: any Clock<Duration> = ContinuousClock()

  func run() async throws {
    try courier.listen()
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        group.addTask { await look() }
        group.addTask { await tick() }
      }
    }
  }

  private func look() async {
    var isFailing = false
    for await _ in courier.wishes {
      do {
        try await store.onThread { try courier.look() }
        if isFailing { logger.notice("the changes of other servers can be read again") }
        isFailing = false
      } catch is CancellationError {
        return
      } catch {
        // The next tick looks again; one line of the log is enough.
        if !isFailing { logger.warning("the changes of other servers cannot be read: \(error)") }
        isFailing = true
      }
    }
  }

  private func tick() async {
    var isNameTaken = false
    var ticks = 0
    // Cancelled means that the cloud ends.
    while (try? await clock.sleep(for: .seconds(1))) != nil {
      ticks += 1
      courier.tick()
      do {
        let (number, wasTaken) = (ticks, isNameTaken)
        isNameTaken = try await store.onThread { try work(at: number, wasTaken) }
      } catch {
        // Whatever cannot be reached now is tried again in a second; requests say what is wrong.
        logger.debug("the store cannot be asked: \(error)")
      }
    }
  }

  /// Returns whether another server has taken this one's name.
  private func work(at tick: Int, _ wasTaken: Bool) throws -> Bool {
    conditions.setLimits(try store.readRegistry { try $0.limitSettings() } ?? CloudLimitSettings())
    guard tick.isMultiple(of: Self.ticksOfMark) else { return wasTaken }
    let isTaken = try !store.noteAlive(mark)
    if isTaken, !wasTaken {
      logger.error(
        "another server has the name of this one, so polls do not find it; give each its own with --instance",
        metadata: ["name": "\(mark.name)"])
    }
    if tick.isMultiple(of: Self.ticksOfLeftovers) { try store.removeLeftovers() }
    return isTaken
  }
}
