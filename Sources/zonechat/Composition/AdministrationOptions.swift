import ArgumentParser
import CloudClient
import CloudModel
import Foundation

/// What commands understand that look after a cloud.
struct AdministrationOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file with the administrator token of a cloud at an http address.", valueName: "file"))
  var adminTokenFile: String?

  /// Runs `body` with the cloud that the options name; starts the embedded one where that is meant.
  func with<R: Sendable>(
    _ body: (CloudAdministration) async throws -> R
  ) async throws -> R {
    let cloud = CloudChoice(option: options.cloud, paths: Paths(environment: Live.environment))
    let address = try cloud.address()
    let token = try adminTokenFile.map(Self.token)
    try cloud.ensureRunning()
    do {
      return try await CloudConnection.with(address, administratorToken: token) { connection in
        try await body(CloudAdministration(connection: connection))
      }
    } catch let error as CloudError where error.code == .permissionFailure {
      throw Failure(
        "Only who looks after the cloud may do this; give --admin-token-file with the file "
          + "‘admin.token’ of the cloud's folder, or use its Unix socket.")
    }
  }

  private static func token(_ file: String) throws(Failure) -> String {
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw Failure("\(file) cannot be read; check the path and the rights of the file.")
    }
  }
}
