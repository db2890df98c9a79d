import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport

struct CloudFaultsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the faults, and how often they matched and fired.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let faults = try await administration.ask { try await $0.faults() }
    try FaultOutput.write(faults, json: administration.options.json)
  }
}

/// Shows faults to people and programs.
enum FaultOutput {
  static func write(_ faults: [FaultStatus], json: Bool) throws {
    if json {
      for fault in faults { try Output.json(fault) }
    } else if faults.isEmpty {
      Output.note("There are no faults.")
    } else {
      let table = TextTable(
        ["id", "effect", "requests", "schedule", "matched", "fired", "state"], faults.map(row))
      try table.write()
    }
  }

  private static func row(_ status: FaultStatus) -> [String] {
    let fault = status.fault
    return [
      fault.id ?? "", fault.effect.summary, fault.filter.summary, fault.schedule.summary,
      String(status.seen), String(status.fired), status.stateSummary,
    ]
  }
}
