/// A run as a Mermaid sequence diagram: what went between the devices and the cloud at each step.
package enum SequenceDiagram {
  /// Requests that are part of every run, and would hide the others.
  private static let quiet: Set<String> = [
    "subscriptions/modify", "subscriptions/list", "tokens/create", "courier",
    "extension/invitations",
  ]

  package static func text(_ result: ScenarioResult) -> String {
    var lines = ["sequenceDiagram", "  title \(plain(result.scenario.title))"]
    for device in result.scenario.devices {
      let (name, id) = (device.description, identifier(device.description))
      lines.append("  participant \(id)" + (id == name ? "" : " as \(name)"))
    }
    lines.append("  participant cloud")
    for step in result.steps where step.outcome != .notRun {
      if let caption = step.step.caption, let first = result.scenario.devices.first {
        lines.append("  Note over \(identifier(first.description)),cloud: \(plain(caption))")
      }
      lines.append("  Note over \(place(of: step, result.scenario)): \(plain(step.step.sentence))")
      var last: (line: String, count: Int)?
      for traffic in step.traffic where !quiet.contains(traffic.operation) {
        let line = self.line(traffic, result)
        if last?.line == line {
          last?.count += 1
        } else {
          lines += written(last)
          last = (line, 1)
        }
      }
      lines += written(last)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line, and how often it came one after another.
  private static func written(_ last: (line: String, count: Int)?) -> [String] {
    guard let last else { return [] }
    return [last.line + (last.count > 1 ? " (\(last.count)×)" : "")]
  }

  private static func place(of step: ScenarioResult.Step, _ scenario: Scenario) -> String {
    if let device = step.step.device { return identifier(device.description) }
    guard let first = scenario.devices.first else { return "cloud" }
    return "\(identifier(first.description)),cloud"
  }

  private static func line(_ traffic: ScenarioTraffic, _ result: ScenarioResult) -> String {
    let device = traffic.device ?? firstDevice(of: traffic.person, result.scenario)
    let zone = traffic.zone.map { result.names.title(ofZone: $0).map { "‘\($0)’" } ?? $0 }
    let place = [traffic.database, zone].compactMap(\.self).joined(separator: " ")
    switch traffic.kind {
    case .notice:
      return
        "  cloud--)\(identifier(device)): \(plain("notice: \(place.isEmpty ? traffic.operation : place)"))"
    case .request:
      let arrow = traffic.ended("ok") ? "->>" : traffic.outcome == "lost" ? "--x" : "-x"
      let records = traffic.records.isEmpty ? "" : " [\(traffic.records.joined(separator: ", "))]"
      let outcome = traffic.ended("ok") ? "" : " → \(traffic.result)"
      return
        "  \(identifier(device))\(arrow)cloud: \(plain("\(traffic.operation) \(place)\(records)\(outcome)"))"
    }
  }

  private static func firstDevice(of person: String, _ scenario: Scenario) -> String {
    scenario.devices.first { $0.person == person }?.description ?? person
  }

  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// A text without what has a meaning in a diagram.
  private static func plain(_ text: String) -> String {
    String(
      text.map { character in
        switch character {
        case ";": ","
        case "#": "＃"
        case "\n", "\r": " "
        case "<": "‹"
        case ">": "›"
        default: character
        }
      })
  }
}
