import CloudDevices
import CloudModel
import Foundation
import Testing

/// The cloud of an app that names none, and does not link `CloudKitTesting`: a program of its own.
@Suite(.timeLimit(.minutes(5)))
struct OwnCloudTests {
  private static let container = "iCloud.com.example.Notes"

  @Test func `an app makes its account and its container there, and is told of its end`()
    async throws
  {
    let cloud = try await CloudProgram(Program.executable.path).start()
    let device = CloudDevice(account: CloudDevice.Account(name: "tester")) { cloud.connection }
    let session = try await device.session(in: Self.container)
    #expect(session.userRecordName.hasPrefix("_"))
    // A session of its own, so that Ctrl+C in the app's terminal is for the app.
    let process = try #require(cloud.processID)
    #expect(getsid(process) == process)

    kill(process, SIGTERM)
    try await until("the device says that the cloud has ended") {
      do throws(CloudError) {
        _ = try await device.session(in: "iCloud.com.example.Later")
        return false
      } catch {
        return error.reason.hasPrefix("The cloud that this program has started has ended.")
      }
    }
    try await cloud.end()
  }

  @Test func `an app without the program says what to do`() async throws {
    let error = await #expect(throws: CloudError.self) {
      _ = try await OwnCloud.startProgram(["ZONECHAT_PROGRAM": "/nonexistent/zonechat"])
    }
    // Not as if there were no network: that some calls wait for.
    #expect(error?.code == .serviceUnavailable)
    #expect(
      error?.reason
        == "No cloud is named, and this process cannot start one of its own. "
        + "There is no program at /nonexistent/zonechat. "
        + "CLOUDKIT_EMULATOR_HOST or CLOUDKIT_EMULATOR_PROFILE names a cloud that runs. "
        + "In tests, link CloudKitTesting.")
  }
}
