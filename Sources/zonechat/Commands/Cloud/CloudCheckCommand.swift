import ArgumentParser
import CloudClient
import CloudInProcess
import CloudModel
import CloudServer
import CloudStorage

struct CloudCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the cloud's files, every row, and everything that must hold in them.",
    discussion: """
      Exit code 1 where something is wrong. It takes time. Without --repair it changes nothing.

      --repair sets aside what cannot be read, before it checks: a record keeps the fields that can be \
      read, and everybody gets it as changed; who stands in a share in an unreadable way is out of it, \
      and can be invited again; a subscription that cannot be read is gone. ‘zonechat cloud inspect \
      set-aside’ shows what was set aside.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Flag(name: .long, help: "Set aside what cannot be read.")
  var repair = false

  func run() async throws {
    let repaired = repair ? try await setAside() : RepairResponse(setAside: [])
    let found = try await administration.look {
      try await $0.check()
    } after: {
      try $0.check()
    }
    if administration.options.json {
      try Output.json(found)
    } else {
      for row in repaired.setAside { Output.line("aside \(Output.harmless(row.place))") }
      for check in found.checks {
        Output.line("\(check.problems == 0 ? "ok   " : "WRONG") \(check.name)")
        for example in check.examples { Output.line("      \(Output.harmless(example))") }
      }
    }
    guard found.isSound else { throw Failure(Self.wayOut(of: found)) }
  }

  private func setAside() async throws -> RepairResponse {
    try await administration.look {
      try await $0.repair()
    } after: {
      try $0.repair()
    }
  }

  private static func wayOut(of found: CheckResponse) -> String {
    found.checks.filter { $0.problems > 0 }.allSatisfy { $0.isRepairable ?? false }
      ? "Some rows cannot be read; everything else works. ‘zonechat cloud check --repair’ sets them "
        + "aside. Make a backup first: ‘zonechat cloud backup FILE’."
      : "The cloud's store is damaged. Keep a copy of its folder, and go back to a backup."
  }
}

extension RepairResponse.SetAsideRow {
  fileprivate var place: String {
    "\(kind) " + [ownerName, zoneName, name].compactMap(\.self).joined(separator: "/")
  }
}
