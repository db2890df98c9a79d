import CloudModel
import CommandSupport
import Foundation
import TerminalUI

/// One request of the cloud's journal as a line for people.
enum RequestLine {
  /// Our choice: from this width on the lines are longer.
  private static let wide = 120

  /// `columns` is the width of the terminal; nil where nothing limits it.
  static func text(_ request: JournaledRequest, columns: Int?) -> String {
    let isWide = (columns ?? .max) >= wide
    let time = Output.timeOfDay(
      Date(millisecondsSince1970: request.at), to: isWide ? .milliseconds : .seconds)
    var parts = [
      (time, isWide ? 12 : 8), (request.account ?? "-", isWide ? 8 : 6),
      (request.database ?? "-", 7), (request.operation, 16),
      (request.code, isWide ? 14 : 8),
    ]
    if isWide { parts.append(("\(Int(request.milliseconds.rounded())) ms", 6)) }
    parts.append((request.zones?.joined(separator: " ") ?? "", isWide ? 24 : 9))
    let cells = parts.map { text, width in text.truncated(to: width).padded(to: width) }
    let line = (cells + notes(on: request)).joined(separator: "  ")
    return Output.harmless(line).trimmingCharacters(in: .whitespaces)
      .truncated(to: columns ?? 400)
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
