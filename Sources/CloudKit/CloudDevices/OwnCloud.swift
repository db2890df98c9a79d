package import CloudClient
import CloudModel
import Foundation

/// A class that can start a cloud in this process: that of `CloudKitTesting`.
///
/// Only its name is known here, so that an app which does not link that module links no server either.
package protocol InProcessCloud: AnyObject, Sendable {
  /// Starts a cloud that ends with the process at the latest.
  static func start(_ start: CloudStart) async throws -> StartedCloud
}

/// The cloud of a process for which no other one is named.
///
/// It is in memory, and ends with the process. Where `CloudKitTesting` is linked it runs in the process, otherwise as
/// the program `zonechat`. It is started once: if that fails, each call fails with the reason.
package actor OwnCloud {
  static let shared = OwnCloud()

  private var starting: Task<CloudConnection, any Error>?

  func connection() async throws -> CloudConnection {
    if let starting { return try await starting.value }
    // Everybody who asks meanwhile waits for the same cloud.
    let task = Task { try await OwnCloud.start() }
    starting = task
    return try await task.value
  }

  /// What starts a cloud in this process; nil where `CloudKitTesting` is not linked.
  ///
  /// Nothing of a Swift module runs when a program is loaded, so the class cannot announce itself. It is found by its
  /// name, as an unarchiver finds classes.
  package static var inProcess: (any InProcessCloud.Type)? {
    NSClassFromString("CloudKitTesting.CloudInProcess") as? any InProcessCloud.Type
  }

  private static func start() async throws -> CloudConnection {
    do {
      let connection: CloudConnection
      if let cloud = inProcess {
        connection = try await cloud.start(CloudStart()).connection
      } else {
        connection = try await startProgram(Machine.environment)
      }
      say(
        """
        no cloud is named, so this process has one of its own, which ends with it. \
        CLOUDKIT_EMULATOR_HOST or CLOUDKIT_EMULATOR_PROFILE names another.
        """)
      return connection
    } catch {
      // Many apps do not show why a call has failed.
      say((error as? CloudError)?.reason ?? "\(error)")
      throw error
    }
  }

  /// Starts a cloud as a program; the connection keeps it.
  ///
  /// Throws `.serviceUnavailable` with what to do: for an app that waits for the network, waiting would not help.
  package static func startProgram(
    _ environment: [String: String]
  ) async throws -> CloudConnection {
    let program: CloudProgram
    do throws(CloudError) {
      program = try CloudProgram(environment: environment)
    } catch {
      throw CloudError(
        error.code,
        "No cloud is named, and this process cannot start one of its own. \(error.reason) "
          + "CLOUDKIT_EMULATOR_HOST or CLOUDKIT_EMULATOR_PROFILE names a cloud that runs. "
          + "In tests, link CloudKitTesting.")
    }
    return try await program.start().connection
  }

  private static func say(_ words: String) {
    FileHandle.standardError.write(Data("CloudKit: \(words)\n".utf8))
  }
}
