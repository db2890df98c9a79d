import ArgumentParser
import ChatCore
import ChatModel
import CloudModel
import CommandSupport
import Foundation

struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send queued changes, fetch new ones, and end.")

  struct Report: Encodable {
    var isUpToDate: Bool
    var queued: Int
    var failed: Int
    var reason: String?
  }

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: ArgumentHelp("The longest time to sync.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      let status = try await ProgressLine(options).during({
        // A number that cannot be read now is read a moment later.
        (try? await repository.currentConnectionStatus()).map {
          "Syncing: \($0.queuedCount) queued"
        }
      }) {
        try await session.syncOnce(limit: .seconds(timeout))
      }
      let counts = try await repository.currentConnectionStatus()
      var report = Report(
        isUpToDate: status == .upToDate && counts.queuedCount == 0, queued: counts.queuedCount,
        failed: counts.failedCount)
      report.reason = status.reason
      if options.json {
        try Output.json(report)
      } else if report.isUpToDate {
        try Output.line(report.failed == 0 ? "up to date" : "up to date, \(report.failed) failed")
      }
      guard report.isUpToDate else {
        throw Failure("\(explanation(status)) \(report.queued) queued.", code: .queued)
      }
    }
  }

  /// The reason why not everything is done.
  private func explanation(_ status: SyncStatus) -> String {
    let reason = status.reason ?? ""
    return switch status.state {
    case .offline, .suspended, .stopped: "The sync has not finished: \(reason)."
    case .waiting:
      "Some data could not be synced (\(reason)). ‘zonechat account status’ shows which."
    case .upToDate: "More was written meanwhile. Run the command again."
    case .connecting, .syncing:
      "The sync has not finished in \(timeout) s. Run the command again to continue."
    }
  }
}
