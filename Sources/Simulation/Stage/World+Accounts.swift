import ChatCore
import ChatModel
import Foundation

/// Signing out of a device and in again, as the program does it.
extension World {
  /// Ends the device; what was not sent is kept for the same person, everything else is forgotten.
  func signOut(_ index: Int) async throws {
    let device = devices[index]
    guard let parts = device.parts else { return }
    let counts = try await parts.repository.currentConnectionStatus()
    let isKept = counts.queuedCount + counts.failedCount > 0
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
