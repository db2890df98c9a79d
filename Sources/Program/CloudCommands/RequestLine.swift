package import CloudModel
package import CommandSupport
import Foundation
import TerminalUI

/// One request of the cloud's journal as a line for people.
package struct RequestLine {
  /// Our choice: from this width on the lines are longer.
  private static let wide = 120
  /// Our choice: the length of a line that nothing limits.
  private static let longest = 400
  private static let gap = "  "

  /// The cells before the zone, the zone, and what stands behind it.
  private let before: String
  private let zone: String
  private let after: String
  /// The number of the zone, which decides its colour; nil where the request names none.
  private let zoneNumber: Int?

  /// `columns` is the width of the terminal; nil where nothing limits it.
  package init(_ request: JournaledRequest, columns: Int?, zones: inout ZoneNames) {
    let isWide = Self.isWide(columns)
    let time = Output.timeOfDay(
      Date(millisecondsSince1970: request.at), to: isWide ? .milliseconds : .seconds)
    var names: [String] = []
    var number: Int?
    for zone in request.zones ?? [] {
      let place = zones.number(of: zone)
      number = number ?? place
      names.append(zones.name(of: zone))
    }
    self.init(
      [
        time, request.account ?? "-", request.database ?? "-", request.operation, request.code,
        "\(Int(request.milliseconds.rounded())) ms",
      ], zone: names.joined(separator: " "), Self.notes(on: request), columns, number)
  }

  private init(
    _ cells: [String], zone: String, _ notes: [String], _ columns: Int?, _ zoneNumber: Int?
  ) {
    let isWide = Self.isWide(columns)
    // A narrow line has no room for the last cell, the time that the request took.
    let widths = isWide ? [12, 8, 8, 20, 14, 6] : [8, 6, 8, 16, 8]
    let room = columns ?? Self.longest
    let before = zip(cells, widths)
      .map { Output.harmless($0).truncated(to: $1).padded(to: $1) }.joined(separator: Self.gap)
    self.before = (before + Self.gap).prefix(columns: room).description
    let zoneWidth = max(0, min(isWide ? 24 : 9, room - TextWidth.of(self.before)))
    self.zone = Output.harmless(zone).truncated(to: zoneWidth).padded(to: zoneWidth)
    let rest = notes.isEmpty ? "" : Self.gap + Output.harmless(notes.joined(separator: Self.gap))
    after = rest.truncated(to: max(0, room - TextWidth.of(self.before + self.zone)))
    self.zoneNumber = zoneNumber
  }

  private static func isWide(_ columns: Int?) -> Bool { (columns ?? .max) >= wide }

  /// The titles of the columns.
  package static func heading(columns: Int?) -> String {
    RequestLine(
      ["TIME", "WHO", "DATABASE", "OPERATION", "OUTCOME", "TOOK"], zone: "ZONE",
      ["TOLD, TOKENS"], columns, nil
    ).text(isColored: false)
  }

  /// The line; where it may have colours, each zone has one of its own.
  package func text(isColored: Bool) -> String {
    let blanks = zone.reversed().prefix { $0 == " " }.count
    let name = String(zone.dropLast(blanks))
    let cell =
      if isColored, let zoneNumber, !name.isEmpty {
        ZoneNames.colored(name, number: zoneNumber)
      } else {
        name
      }
    var line = before + cell + String(repeating: " ", count: blanks) + after
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  /// The notes about the outcome of a request, the most important first.
  private static func notes(on request: JournaledRequest) -> [String] {
    var notes = request.failures ?? []
    if let told = request.told { notes.append("told " + told.joined(separator: ", ")) }
    for tokens in request.tokens ?? [] {
      let from = tokens.from.map(short) ?? "start"
      notes.append(tokens.from == tokens.to ? "= " + from : from + " → " + short(tokens.to))
    }
    return notes
  }

  /// The end of a token, which tells it from others.
  private static func short(_ token: String) -> String {
    "…" + token.trimmingCharacters(in: ["="]).suffix(4)
  }
}
