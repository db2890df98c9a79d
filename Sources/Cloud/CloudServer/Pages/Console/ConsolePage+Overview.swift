import CloudModel
import Foundation

/// The facts that the overview shows of a cloud.
struct CloudFacts: Sendable {
  var address: String
  var startedAt: Date
  /// By the machine's clock.
  var secondsUp: Double
  var clock: ClockState
  var accounts: Int
  var activeFaults: Int
  /// Whether the cloud can be reset to its start.
  var canReset: Bool
  var seed: UInt64?
}

extension ConsolePage {
  /// The cloud as its administrator sees it; `containers` are the rows of an inspection.
  static func overview(
    of cloud: CloudFacts, containers: InspectionPage
  ) -> ConsolePage {
    ConsolePage("Overview", at: .overview) { frame in
      """
      \(FactList(rows: facts(cloud)).html)
      \(containerTable(containers))
      \(reset(frame), if: cloud.canReset)
      """
    }
  }

  private static func facts(_ cloud: CloudFacts) -> [(name: String, value: HTML)] {
    var clock = Words.time(milliseconds: cloud.clock.now)
    if cloud.clock.isFrozen { clock = clock + ", stands still" }
    if abs(cloud.clock.ahead) >= 1 {
      clock = clock + ", \(Words.seconds(cloud.clock.ahead)) ahead of the machine"
    }
    var facts: [(name: String, value: HTML)] = [
      ("Address", "<code>\(cloud.address)</code>"),
      (
        "Running since",
        "\(Words.time(cloud.startedAt)) (\(Words.seconds(cloud.secondsUp)))"
      ),
      ("Time of the cloud", clock),
      (
        "Accounts",
        "<a href=\"\(ConsoleAddress(.accounts).text)\">\(Words.count(Int64(cloud.accounts)))</a>"
      ),
      (
        "Active faults",
        "<a href=\"\(ConsoleAddress(.faults).text)\">\(cloud.activeFaults)</a>"
      ),
    ]
    if let seed = cloud.seed { facts.append(("Seed", "\(seed)")) }
    if cloud.canReset { facts.append(("Data", "in memory only")) }
    return facts
  }

  private static func containerTable(_ containers: InspectionPage) -> HTML {
    Table(
      caption: "Containers and their environments",
      columns: [
        "Container", "Environment", .number("Zones"), .number("Records"), .number("Size"),
        "Schema",
      ],
      rows: containers.rows.map { row in
        let schema = ConsoleAddress(
          .schema, [("container", row.text("container")), ("environment", row.text("environment"))])
        return [
          "\(row.text("container"))", "\(row.text("environment"))",
          "\(Words.count(row.integer("zones")))", "\(Words.count(row.integer("records")))",
          "\(ByteWords.text(row.integer("bytes")))", Link("Schema", to: schema).html,
        ]
      }, empty: "There are no containers.",
      next: containers.next.map {
        Link("More containers", to: ConsoleAddress(.overview, [("after", $0)]))
      }
    ).html
  }

  private static func reset(_ frame: ConsoleFrame) -> HTML {
    """
    <h2>Reset</h2>
    <details><summary>Put the cloud back to its start</summary>
    <p>All data, accounts, faults and requests since the start are gone then.</p>
    \(frame.button("Reset everything", for: .reset))
    </details>
    """
  }
}

extension [String: InspectionValue] {
  func text(_ key: String) -> String {
    guard case .text(let text) = self[key] else { return "" }
    return text
  }

  func integer(_ key: String) -> Int64 {
    guard case .integer(let number) = self[key] else { return 0 }
    return number
  }
}
