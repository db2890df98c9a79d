import ArgumentParser
import CloudClient
import CloudModel
import Composition
import Foundation

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
      try Output.json(FaultsResponse(faults: faults))
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
      fault.id ?? "", effect(fault.effect), filter(fault.filter), schedule(fault.schedule),
      String(status.seen), String(status.fired), state(status),
    ]
  }

  private static func effect(_ effect: CloudFault.Effect) -> String {
    switch effect {
    case .delay(let milliseconds), .delayNotifications(let milliseconds):
      "\(effect.name) \(milliseconds) ms"
    case .fail(let failure), .failRecords(let failure): "\(effect.name) \(failure.code.rawValue)"
    case .lagIndex(let seconds), .skewClock(let seconds): "\(effect.name) \(seconds.formatted()) s"
    case .limitQuota(let bytes): "\(effect.name) \(bytes) bytes"
    case .accountState(let state): "\(effect.name) \(state.rawValue)"
    case .dropBefore, .dropAfter, .expireTokens, .loseNotifications, .duplicateNotifications:
      effect.name
    }
  }

  private static func filter(_ filter: CloudFault.Filter) -> String {
    let parts = [
      filter.account, filter.container, filter.environment, filter.database, filter.operation,
      filter.zone.map { "zone \($0)" }, filter.record.map { "record \($0)" },
      filter.recordType.map { "type \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? "everything" : parts.joined(separator: ", ")
  }

  private static func schedule(_ schedule: CloudFault.Schedule) -> String {
    var parts: [String] = []
    if schedule.skip > 0 { parts.append("after \(schedule.skip)") }
    if schedule.every > 1 { parts.append("every \(schedule.every)") }
    if schedule.probability < 1 { parts.append("\((schedule.probability * 100).formatted()) %") }
    if let count = schedule.count { parts.append(count == 1 ? "once" : "\(count) times") }
    return parts.isEmpty ? "always" : parts.joined(separator: ", ")
  }

  private static func state(_ status: FaultStatus) -> String {
    switch status.end {
    case .count: "ended: done"
    case .time: "ended: time over"
    case .removed: "ended: removed"
    case nil:
      status.endsAt.map { "until \(Date(millisecondsSince1970: $0).formatted(.iso8601))" }
        ?? "active"
    }
  }
}
