public import Foundation

extension NotificationCenter {
  /// The notifications of a name, and of an object if one is given, from the beginning of the iteration.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// Notifications as they are posted, until the task that iterates is cancelled.
  ///
  /// The newest 64 wait for a slow reader. Immutable; a notification's object need not be `Sendable`, and is only
  /// compared.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Posted.self, bufferingPolicy: .bufferingNewest(64))
      let observer = Observer(
        center: center,
        token: center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Posted(notification: $0))
        })
      continuation.onTermination = { _ in observer.end() }
      return Iterator(posted: stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
      var posted: AsyncStream<Posted>.Iterator

      public mutating func next() async -> Notification? {
        await posted.next(isolation: #isolation)?.notification
      }
    }
  }
}

/// A notification on its way from the thread that has posted it.
///
/// As on Apple's systems, it is the app's affair what it posts to readers elsewhere.
struct Posted: @unchecked Sendable {
  let notification: Notification
}

// The centre can be used by any thread, and the token is only handed back to it.
private struct Observer: @unchecked Sendable {
  let center: NotificationCenter
  let token: any NSObjectProtocol

  func end() { center.removeObserver(token) }
}
