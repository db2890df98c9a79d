import ArgumentParser
import CloudClient
import CloudModel

struct CloudFaultsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End faults; they stay listed as ended.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Their ids.") var ids: [String]

  func run() async throws {
    let removed = try await CloudOperation(options).ask { administration in
      var removed: [FaultStatus] = []
      for id in ids {
        if let status = try await administration.removeFault(id) { removed.append(status) }
      }
      return removed
    }
    try FaultOutput.write(removed, json: options.json)
  }
}

struct CloudFaultsClearCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "End and forget all faults.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let count = try await CloudOperation(options).ask { try await $0.clearFaults() }
    if options.json {
      try Output.json(FaultsClearResponse(removed: count))
    } else {
      Output.line("\(count) faults ended.")
    }
  }
}
