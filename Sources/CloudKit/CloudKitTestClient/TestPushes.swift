import CloudDevices
import CloudModel
import CloudWire
import Foundation

/// What is pushed to a device, as the dictionaries that an app's delegate is given.
///
/// ```swift
/// var pushes = try await laptop.pushes(in: "iCloud.com.example.Notes").makeAsyncIterator()
/// // … another device saves something that a subscription watches …
/// let userInfo = try #require(await pushes.next())
/// let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
/// ```
///
/// Pushes wait until they are asked for. They end with the sequence's last copy.
public struct TestPushes: AsyncSequence {
  public typealias Element = [AnyHashable: Any]

  let pushes: AsyncStream<PushEvent>

  public struct Iterator: AsyncIteratorProtocol {
    var pushes: AsyncStream<PushEvent>.Iterator

    /// The next push; waits for it, and is nil where the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> [AnyHashable: Any]? {
      while let push = await pushes.next(isolation: actor) {
        // Apple has no push for an invitation.
        guard case .notification(let content) = push, content.notification != .invitation,
          let userInfo = Self.userInfo(content)
        else { continue }
        return userInfo
      }
      return nil
    }

    /// The same.
    public mutating func next() async -> [AnyHashable: Any]? { await next(isolation: nil) }

    private static func userInfo(_ push: PushedNotification) -> [AnyHashable: Any]? {
      // What was read from JSON can be written as JSON.
      guard let data = try? JSONEncoder().encode(NotificationFrame(push)) else { return nil }
      return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(pushes: pushes.makeAsyncIterator()) }
}

extension TestDevice {
  /// The pushes that the device gets in a container, from now on.
  ///
  /// When it returns, the cloud pushes to the device: what its subscriptions watch there, as Apple's does, and nothing
  /// of the device's own changes. Who signs in later on the device gets the pushes then. What is pushed while the way
  /// to the cloud is interrupted, after `reset()` or a fault, is lost.
  ///
  /// - Parameter container: the identifier; nil is the one that `CKContainer.default()` means on the device.
  /// - Returns: the pushes, as `application(_:didReceiveRemoteNotification:)` has them.
  /// - Throws: `TestCloudError` where nobody is signed in, or the account cannot be used.
  public func pushes(in container: String? = nil) async throws -> TestPushes {
    guard device.account != nil else {
      throw TestCloudError(reason: "Nobody is signed in on the device, so nothing is pushed to it.")
    }
    let container = container ?? device.defaultContainer
    do throws(CloudError) {
      _ = try await device.session(in: container)
    } catch {
      throw TestCloudError(error)
    }
    let pushes = device.pushes(in: container)
    for await push in pushes {
      // The cloud knows the device now.
      if case .began = push { break }
    }
    try Task.checkCancellation()
    return TestPushes(pushes: pushes)
  }
}
