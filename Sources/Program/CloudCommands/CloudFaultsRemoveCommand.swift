import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import TerminalUI

struct CloudFaultsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End faults; ‘list’ still shows them.")

  @OptionGroup var administration: AdministrationOptions

  @Argument(help: "The ids of the faults.") var ids: [String]

  func run() async throws {
    let removed = try await administration.ask { administration in
      var removed: [FaultStatus] = []
      for id in ids {
        if let status = try await administration.removeFault(id) { removed.append(status) }
      }
      return removed
    }
    try FaultOutput.write(removed, json: administration.options.json)
  }
}

struct CloudFaultsClearCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "End all faults, and clear the list.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let count = try await administration.ask { try await $0.clearFaults() }
    if administration.options.json {
      try Output.json(FaultsClearResponse(removed: count))
    } else {
      try Output.line("\(DisplayText.count(count, "fault")) ended.")
    }
  }
}
