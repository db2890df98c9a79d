import ChatCore
import ChatModel
import Foundation

/// Signing out of a device and in again, as the program does it.
extension World {
  /// Ends the device; what the cloud cannot give again is kept for the same person, with everything else.
  func signOut(_ index: Int) async throws {
    let device = devices[index]
    guard let parts = device.parts else { return }
    let counts = try await parts.repository.currentConnectionStatus()
    // Closed chats and drafts cannot be fetched again.
    let chats = try await parts.repository.currentChatSummaries()
    let isKept =
      counts.queuedCount + counts.failedCount > 0
      || chats.contains { if case .sealed = $0.access { true } else { $0.hasDraft } }
    device.isDying = true
    try await crash(index, restarts: false)
    device.isSignedOut = true
    guard !isKept else { return }
    try FileManager.default.removeItem(at: device.directory)
    try FileManager.default.createDirectory(
      at: device.directory, withIntermediateDirectories: true)
    try ReplicaTemplate.copy(into: device.directory)
  }

  func signIn(_ index: Int) async throws {
    guard devices[index].isSignedOut else { return }
    devices[index].isSignedOut = false
    try await restart(index)
  }
}
