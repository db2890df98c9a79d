import ArgumentParser
import CloudClient
import CloudModel
import CloudServer

struct CloudCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the cloud's files and everything that must hold in them.",
    discussion: "Exit code 1 where something is wrong. It changes nothing, and takes time.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let found = try await administration.look {
      try await $0.check()
    } after: {
      try $0.check()
    }
    if administration.options.json {
      try Output.json(found)
    } else {
      for check in found.checks {
        Output.line("\(check.problems == 0 ? "ok   " : "WRONG") \(check.name)")
        for example in check.examples { Output.line("      \(Output.harmless(example))") }
      }
    }
    guard found.isSound else {
      throw Failure(
        "The cloud's store is damaged. Keep a copy of its folder, and go back to a backup.")
    }
  }
}
