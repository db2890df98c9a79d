import TerminalUI

/// What the pane shows.
extension TourDeck {
  /// Our choice: the columns of a request, in its order of `TourSlide.Request`; the zone has the rest.
  private static let (personWidth, databaseWidth, operationWidth, outcomeWidth) = (8, 8, 20, 20)
  /// Our choice: in narrower panes the zone, by which a class tells databases apart, has the columns of the outcome.
  private static let columnsWithOutcome = 76
  /// The zones of an account itself are named so: no chat.
  private static let ownZones = "zonechat-"

  /// The rows of the pane, as many as it has; the last one names the keys, where they can be pressed.
  ///
  /// `people` is the number of people whose windows are shown one at a time.
  package func rows(columns: Int, rows: Int, people: Int, showsKeys: Bool) -> [TourRow] {
    guard columns > 0, rows > 0 else { return [] }
    let keys = showsKeys ? [self.keys(columns: columns, people: people)] : []
    let room = max(0, rows - keys.count)
    let content = Array(self.content(columns: columns, room: room).prefix(room))
    return content + [TourRow](repeating: [], count: room - content.count) + keys
  }

  private func content(columns: Int, room: Int) -> [TourRow] {
    guard let slide = shown else { return [[TourSpan("The tour begins …")]] }
    let head = [title(of: slide)] + Self.wrapped(slide.caption, columns)
    var left = room - head.count
    /// Takes the rows of a part if it has room.
    func fitting(_ rows: [TourRow]) -> [TourRow] {
      guard rows.count <= left else { return [] }
      left -= rows.count
      return rows
    }
    let command = fitting(slide.command.map { Self.wrapped("  " + $0, columns, .quiet) } ?? [])
    // A failure is never left out for the sake of a picture.
    let failures = fitting(
      slide.outcomes.filter { !Self.isPassed($0) }.flatMap { Self.wrapped($0, columns, .strong) })
    let closing = fitting(isLookingBack ? [] : ending.map { Self.wrapped($0, columns) } ?? [])
    let first = prefersLog ? [] : fitting(slide.share?.rows(columns: columns) ?? [])
    let log = Self.log(
      Self.requests(of: slide, atMost: left - 1), columns)
    // Titles without a line are of no use.
    let requests = fitting(log.count > 1 ? log : [])
    let share = prefersLog ? fitting(slide.share?.rows(columns: columns) ?? []) : first
    let outcomes = fitting(
      slide.outcomes.filter(Self.isPassed).flatMap { Self.wrapped($0, columns, .quiet) })
    return head + command + outcomes + failures + share + requests + closing
  }

  private func title(of slide: TourSlide) -> TourRow {
    var row: TourRow = []
    if slide.number > 0 {
      row.append(TourSpan("Step \(slide.number) of \(slide.stepCount)", .strong))
    }
    if isLookingBack {
      row.append(
        TourSpan("  Looking back: kept pictures. The chats themselves do not go back.", .strong))
    } else if isPaused, ending == nil {
      row.append(TourSpan("  Paused", .strong))
    }
    return row
  }

  /// Whole pairs only; in a narrow pane those that matter most.
  private func keys(columns: Int, people: Int) -> TourRow {
    // The higher the rank, the sooner a pair is left out.
    var pairs: [(rank: Int, key: String, word: String)] = [
      (0, "Space", isPaused ? "go on" : "pause"), (2, "Enter", "step"), (3, "←", "back"),
    ]
    if isLookingBack { pairs.append((4, "→", "forward")) }
    pairs += [(5, "r", "again"), (7, "l", prefersLog ? "share" : "log")]
    if people > 1 { pairs.append((6, "1-\(people)", "person")) }
    pairs.append((1, "q", "end demo"))
    func row() -> TourRow {
      TourRow(
        pairs.map { [TourSpan($0.key, .strong), TourSpan(" " + $0.word, .quiet)] }
          .joined(separator: [TourSpan("   ")]))
    }
    while TextWidth.of(row().plain) > columns,
      let last = pairs.indices.max(by: { pairs[$0].rank < pairs[$1].rank })
    {
      pairs.remove(at: last)
    }
    return row()
  }

  private static func isPassed(_ outcome: String) -> Bool {
    outcome.trimmingPrefix(while: { $0 == " " }).hasPrefix("✓")
  }

  /// A text broken at words, its later rows indented like its first.
  private static func wrapped(
    _ text: String, _ columns: Int, _ meaning: TourSpan.Meaning = .text
  ) -> [TourRow] {
    let body = text.trimmingPrefix(while: { $0 == " " })
    let indent = String(repeating: " ", count: min(text.count - body.count, columns / 4))
    return TextWrap.lines(body, width: columns - indent.count)
      .map { [TourSpan(indent + $0, meaning)] }
  }

  /// The requests in their order; where not all have room, first those of the step's share, then those of other chats.
  private static func requests(of slide: TourSlide, atMost count: Int) -> [TourSlide.Request] {
    let rank = { (request: TourSlide.Request) in
      if request.zoneNumber != nil, request.zoneNumber == slide.share?.number { return 0 }
      return request.zone.isEmpty || request.zone.hasPrefix(ownZones) ? 2 : 1
    }
    let ranked = slide.requests.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    return ranked.prefix(max(0, count)).sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// What the cloud was asked, below the titles of its columns.
  private static func log(_ requests: [TourSlide.Request], _ columns: Int) -> [TourRow] {
    guard !requests.isEmpty else { return [] }
    let titles = TourSlide.Request(
      person: "WHO", database: "DATABASE", operation: "OPERATION", outcome: "OUTCOME", zone: "ZONE",
      zoneNumber: nil)
    return [row(titles, columns, .quiet)] + requests.map { row($0, columns, .text) }
  }

  private static func row(
    _ request: TourSlide.Request, _ columns: Int, _ meaning: TourSpan.Meaning
  ) -> TourRow {
    let outcome = columns < columnsWithOutcome ? [] : [(request.outcome, outcomeWidth)]
    let cells =
      [
        (request.person, personWidth), (request.database, databaseWidth),
        (request.operation, operationWidth),
      ] + outcome
    let line = cells.map { text, width in
      DisplayText.singleLine(text).truncated(to: width).padded(to: width) + "  "
    }.joined()
    let zone = DisplayText.singleLine(request.zone)
      .truncated(to: max(1, columns - TextWidth.of(line)))
    return [
      TourSpan(line, meaning), TourSpan(zone, request.zoneNumber.map { .zone($0) } ?? meaning),
    ]
  }

  /// The kept windows above the rows of the pane, for a pane that has the whole terminal.
  ///
  /// They stand side by side where all of them have room; otherwise that of one person is there.
  package func keptWindows(columns: Int, rows: Int) -> [String] {
    guard let screens = shown?.screens, !screens.isEmpty, rows > 1 else { return [] }
    let widths = screens.map { screen in screen.rows.map(Self.width).max() ?? 0 }
    let isAll = widths.reduce(0, +) + 3 * (screens.count - 1) <= columns
    let chosen = isAll ? Array(screens.indices) : [min(person, screens.count - 1)]
    var lines = [String](repeating: "", count: rows)
    for (place, index) in chosen.enumerated() {
      let width = isAll ? widths[index] : columns
      let title = "── \(DisplayText.singleLine(screens[index].person)), as it was "
      let kept = [title.truncated(to: width)] + screens[index].rows
      for row in lines.indices {
        let text = row < kept.count ? kept[row] : ""
        lines[row] += (place > 0 ? " │ " : "") + text
        lines[row] += String(repeating: " ", count: max(0, width - Self.width(text)))
      }
    }
    return lines
  }

  /// The width of a row with colours.
  private static func width(_ row: String) -> Int {
    TextWidth.of(row.replacing(/\u{1B}\[[0-9;:]*m/, with: ""))
  }
}
