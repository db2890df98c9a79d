package import CloudModel
import Foundation

/// What reaches a device without having been asked for.
package enum PushEvent: Sendable {
  /// Pushes may have been missed before this: look for changes.
  case began
  case notification(PushedNotification)
}

extension CloudDevice {
  /// The pushes of a container, from now on: one long poll for each caller, which ends with the sequence.
  ///
  /// Without an account there are none; they begin when somebody signs in.
  ///
  /// The first element is `.began`, and so is the first one after an interruption.
  package func pushes(in container: String) -> AsyncStream<PushEvent> {
    AsyncStream { continuation in
      // The poll lasts as long as somebody iterates.
      let task = Task {
        while !Task.isCancelled {
          let account = self.account
          await withTaskGroup { group in
            group.addTask { await self.changeOfAccount(from: account) }
            if account != nil {
              group.addTask { await self.poll(container, as: account, continuation) }
            }
            await group.next()
            group.cancelAll()
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Polls until the channel is gone, the cloud cannot be reached, or the account has changed.
  private func poll(
    _ container: String, as account: Account?, _ continuation: AsyncStream<PushEvent>.Continuation
  ) async {
    do throws(CloudError) {
      let session = try await session(in: container)
      let channel = try await session.openNotificationChannel()
      continuation.yield(.began)
      while !Task.isCancelled, self.account == account {
        if let push = try await session.nextPush(on: channel), self.account == account {
          continuation.yield(.notification(push))
        }
      }
    } catch {
      // The channel is gone, or the way to the cloud: look again, soon. A cancelled sleep ends the loop around this.
      try? await Task.sleep(for: error.code == .unknownItem ? .zero : .milliseconds(250))
    }
  }
}
