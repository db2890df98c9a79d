package import CloudModel
package import CloudRules

/// Carries announcements to the devices that wait for them.
package protocol NotificationRelay: Sendable {
  /// Opens a channel for one of the caller's devices.
  ///
  /// `takesInvitations` says whether the device understands notifications of invitations, which
  /// CloudKit does not have.
  func openChannel(
    for caller: Caller, in partition: Partition, takesInvitations: Bool
  ) throws(CloudError) -> NotificationChannel

  /// Gives the channel with this push token to the caller's device.
  ///
  /// A token of another push service is ignored.
  func register(
    apnsToken: String, for caller: Caller, in partition: Partition
  ) throws(CloudError)

  /// Answers the held polls of sessions that have ended with nothing, and forgets their channels.
  func closeChannels(of ended: EndedSessions)

  /// Waits for the channel's next push; nil if none came within the relay's holding time.
  ///
  /// Throws `.unknownItem` when the channel is gone.
  func next(on channel: NotificationChannel) async throws(CloudError) -> Push?
}
