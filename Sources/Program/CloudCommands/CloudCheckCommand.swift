import ArgumentParser
import CloudClient
import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CommandSupport

struct CloudCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the cloud's files, every row, and the invariants of the store.",
    discussion: """
      Exit code 1 means that a check failed. A large cloud takes a while. Without --repair the \
      command changes nothing.

      --repair first sets unreadable data aside, and then checks. A record keeps its readable \
      fields, and clients fetch it as changed. A participant who cannot be read is removed from \
      the share, and can be invited again. A subscription that cannot be read is removed. \
      ‘zonechat cloud inspect set-aside’ shows what was set aside.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Flag(name: .long, help: "Set aside data that cannot be read.")
  var repair = false

  func run() async throws {
    let repaired = await setAside()
    let found = try await check()
    let aside = (try? repaired.get())?.setAside ?? []  // Why there is none is said last.
    if administration.options.json {
      for row in aside { try Output.json(row) }
      for check in found.checks { try Output.json(check) }
    } else {
      for row in aside { try Output.line("aside \(Output.harmless(row.place))") }
      for check in found.checks {
        try Output.line("\(check.problems == 0 ? "ok   " : "WRONG") \(check.name)")
        for example in check.examples { try Output.line("      \(Output.harmless(example))") }
      }
    }
    guard found.isSound else { throw Failure(wayOut(of: found)) }
    _ = try repaired.get()
  }

  private func check() async throws -> CheckReport {
    do {
      return try await administration.look {
        try await $0.check()
      } after: {
        try $0.check()
      }
    } catch let error as StoreError {
      return try CheckReport(ofUnreadable: error)
    }
  }

  /// A store that cannot be repaired is checked all the same, which says more than why.
  private func setAside() async -> Result<RepairReport, any Error> {
    guard repair else { return .success(RepairReport(setAside: [])) }
    do {
      return .success(
        try await administration.look {
          try await $0.repair()
        } after: {
          try $0.repair()
        })
    } catch {
      return .failure(error)
    }
  }

  private func wayOut(of found: CheckReport) -> String {
    if found.checks.filter({ $0.problems > 0 }).allSatisfy({ $0.isRepairable ?? false }) {
      return "Some rows cannot be read; everything else works. "
        + "‘\(administration.command("check --repair"))’ sets them aside. First make a backup with "
        + "‘\(administration.command("backup FILE"))’."
    }
    // A cloud is restored on its own machine, without its address.
    let folder = administration.options.cloud == nil ? "" : " --data FOLDER"
    return "The cloud's store is damaged. Keep a copy of its folder, and go back to a backup with "
      + "‘\(Sudo.cloudCommand("restore FILE\(folder)"))’."
  }
}

extension RepairReport.SetAsideRow {
  fileprivate var place: String {
    "\(kind) " + [ownerName, zoneName, name].compactMap(\.self).joined(separator: "/")
  }
}
