package import CloudModel

/// Carries announcements to the devices that wait for them.
package protocol NotificationRelay: Sendable {
  /// Opens a channel for one of the caller's devices. `takesInvitations` is whether it understands
  /// notices beyond CloudKit's.
  func openChannel(
    for caller: Caller, in partition: Partition, takesInvitations: Bool
  ) -> NotificationChannel

  /// Waits for the channel's next notice; nil when there was none for the relay's holding time.
  ///
  /// Throws `.unknownItem` when the channel is gone.
  func next(on channel: NotificationChannel) async throws(CloudError) -> Push?
}
