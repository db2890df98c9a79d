package import CloudModel
import Synchronization

/// Something on a device that sends and fetches by itself.
package protocol SyncingPart: AnyObject, Sendable {
  /// Why it is not done; nil if it has nothing to send, and has fetched everything that the cloud has for it.
  func unfinishedWork(at cloud: any AdministeredCloud) async -> String?
}

/// A cloud as its administrator asks it: the faults of the cloud do not meet that, and its journal does not have it.
package protocol AdministeredCloud: Sendable {
  /// A container as a user has it.
  func container(
    _ identifier: String, actingAs userRecordName: String, in environment: CloudEnvironment
  ) -> any CloudContainer
}

/// What works on a device, and when something there has begun or ended.
package final class SyncActivity: Sendable {
  private struct WeakPart: Sendable {
    weak var part: (any SyncingPart)?
  }

  private struct State {
    var parts: [WeakPart] = []
    var count = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var listenersSoFar = 0
  }

  private let state = Mutex(State())

  /// What works on the device now; parts are not kept alive.
  package var parts: [any SyncingPart] { state.withLock { $0.parts.compactMap(\.part) } }

  /// How often something has begun or ended: if it is the same twice, nothing has happened between.
  package var count: Int { state.withLock(\.count) }

  package func join(_ part: any SyncingPart) {
    state.withLock { state in
      state.parts.removeAll { $0.part == nil }
      state.parts.append(WeakPart(part: part))
    }
  }

  /// Says that something has begun or ended.
  package func note() {
    let listeners = state.withLock { state in
      state.count += 1
      return state.listeners.values
    }
    for listener in listeners { listener.yield() }
  }

  /// Calls a listener each time that something begins or ends, as long as it takes it.
  package func tell(_ listener: AsyncStream<Void>.Continuation) {
    let number = state.withLock { state in
      state.listenersSoFar += 1
      state.listeners[state.listenersSoFar] = listener
      return state.listenersSoFar
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
  }
}
