import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import Foundation
import TerminalUI
import Testing

struct TimelineTests {
  private let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))

  private func layout(
    _ messages: [Message], width: Int, unread: MessageWindow.Unread? = nil
  ) -> TimelineLayout {
    TimelineLayout(
      messages: messages, metrics: TimelineMetrics(width: width), time: time,
      now: ChatWorld.noon, unread: unread, isAtBeginning: true)
  }

  /// Messages of two people with texts of many lengths.
  private func history(count: Int) async throws -> [Message] {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada", members: ["berit"])
    let records = (0..<count).map { number in
      world.message(
        String(repeating: "word\(number) ", count: 1 + number * 7 % 23),
        by: number % 5 < 3 ? "ada" : "berit", in: zone,
        at: Scenes.minutes(Double(number - count) * 97))
    }
    try await world.apply(records, in: zone)
    return try await world.repository.page(
      in: world.chatID(of: zone), before: nil, limit: count)
  }

  @Test func `a name stands once per run of one sender within five minutes of one day`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada", members: ["berit"])
    let midnight = Scenes.minutes(-12 * 60)
    for (text, sender, date) in [
      ("first", "ada", midnight - 60), ("next day", "ada", midnight + 60),
      ("soon", "ada", midnight + 120), ("late", "ada", midnight + 421),
      ("other", "berit", midnight + 422),
    ] {
      try await world.say(text, by: sender, in: zone, at: date)
    }
    let messages = try await world.repository.page(
      in: world.chatID(of: zone), before: nil, limit: 10)
    let rows = layout(messages, width: 100).picture(anchor: .end, height: 20).rows
    let names = rows.compactMap { row -> Bool? in
      if case .text(_, _, let showsName, _) = row.content { showsName } else { nil }
    }
    #expect(names == [true, true, false, true, true])
    let days = rows.compactMap { row -> String? in
      if case .day(let day) = row.content { day } else { nil }
    }
    #expect(days == ["Thursday 19 November", "Friday 20 November"])
  }

  /// One sender, a message a minute.
  private func longRun(count: Int) async throws -> [Message] {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    try await world.apply(
      (0..<count).map { number in
        world.message(
          number == 20 ? String(repeating: "long ", count: 100) : "number \(number)", by: "ada",
          in: zone, at: Scenes.minutes(Double(number - count)))
      }, in: zone)
    return try await world.repository.page(
      in: world.chatID(of: zone), before: nil, limit: count)
  }

  @Test(arguments: [40, 60, 120])
  func `a long run says its time again after a while, more often where that takes no row`(
    width: Int
  ) async throws {
    let rows = layout(try await longRun(count: 18), width: width)
      .picture(anchor: .end, height: 60).rows
    let times = rows.compactMap { row -> String? in
      switch row.content {
      case .sender(let time), .text(_, time: let time?, _, _): time
      default: nil
      }
    }
    #expect(times == (width == 120 ? ["11:42", "11:50", "11:55"] : ["11:42"]))
    let later = layout(try await longRun(count: 40), width: width)
      .picture(anchor: .end, height: 90).rows
    let count = later.count { if case .sender = $0.content { true } else { false } }
    #expect(count == (width == 120 ? 0 : 2))
  }

  @Test(arguments: [20, 40, 60, 120])
  func `the first row of a pane shows the sender and the time`(width: Int) async throws {
    let layout = layout(try await longRun(count: 60), width: width)
    let metrics = layout.metrics
    var anchor = ViewAnchor.end
    var texts: Set<String> = []
    repeat {
      let picture = layout.picture(anchor: anchor, height: 7)
      let first = try #require(picture.rows.first)
      // In narrow panes the last row of a run keeps its text.
      let second = picture.rows[1]
      let isHeaded = first.row >= 0 && (!metrics.namesStandAlone || second.showsMessage)
      let seen = metrics.namesStandAlone ? second.index : first.index
      let clock = time.clock(layout.messages[seen].timestamp)
      var grid = Grid(size: Size(width: width, height: 7))
      ConversationView(layout: layout, picked: nil, time: time, olderKey: "PgUp")
        .draw(picture, into: &grid, in: grid.bounds)
      if isHeaded {
        let wanted = metrics.namesStandAlone ? " Ada  \(clock)" : "  \(clock) Ada"
        #expect(grid.text[0].hasPrefix(wanted), "\(grid.text)")
      }
      // In narrow panes too, no row of a text is only behind the sender's name.
      texts.formUnion(grid.text.dropFirst(metrics.namesStandAlone ? 1 : 0))
      anchor = layout.anchor(anchor, scrolledBy: -1, height: 7).anchor
      if picture.isAtTop { break }
    } while true
    for number in 0..<60 where number != 20 {
      #expect(texts.contains { $0.hasSuffix("number \(number)") })
    }
  }

  @Test(arguments: [20, 40, 60, 120])
  func `a message that is shown is not behind the sender's name`(width: Int) async throws {
    let layout = layout(try await longRun(count: 60), width: width)
    var anchor = ViewAnchor.end
    for message in layout.messages.reversed() + layout.messages {
      anchor = layout.anchor(anchor, revealing: message.id, height: 7)
      let rows = layout.picture(anchor: anchor, height: 7).rows
      #expect(rows.contains { layout.messages[$0.index].id == message.id && $0.showsMessage })
      #expect(layout.anchor(anchor, revealing: message.id, height: 7) == anchor)
    }
  }

  @Test func `a row above the message that goes and comes again moves nothing`() async throws {
    let messages = try await longRun(count: 60)
    let whole = layout(messages, width: 40)
    var head = ViewAnchor.end
    var index = 0
    // Up to a time that stands alone on its row.
    while index == 0 {
      head = whole.anchor(head, scrolledBy: -1, height: 7).anchor
      guard case .top(let row) = head, row.row == -1 else { continue }
      index = try #require(messages.firstIndex { $0.id == row.message })
    }
    #expect(whole.settled(head) == head)
    // The message before it is not the last one of its five minutes any more.
    var later = messages
    later[index - 1].timestamp = later[index].timestamp
    let without = layout(later, width: 40)
    let settled = without.settled(head)
    #expect(without.picture(anchor: settled, height: 7).rows.first?.row == 0)
    #expect(whole.picture(anchor: settled, height: 7).rows.first?.row == 0)
  }

  @Test func `scrolling up and down by the same rows comes back`() async throws {
    let layout = layout(try await history(count: 60), width: 47)
    let up = layout.anchor(.end, scrolledBy: -77, height: 20).anchor
    let further = layout.anchor(up, scrolledBy: -13, height: 20).anchor
    #expect(layout.anchor(further, scrolledBy: 13, height: 20).anchor == up)
    #expect(layout.anchor(up, scrolledBy: 500, height: 20).anchor == .end)
  }

  @Test func `scrolling stops at the first row`() async throws {
    let layout = layout(try await history(count: 30), width: 60)
    let top = layout.anchor(.end, scrolledBy: -10_000, height: 10).anchor
    let picture = layout.picture(anchor: top, height: 10)
    #expect(picture.isAtTop)
    #expect(picture.rows.first?.content == .beginning)
    #expect(picture.rows.count == 10)
    #expect(picture.newerCount > 0)
  }

  @Test func `a chat that fits is always at its end and at its top`() async throws {
    let layout = layout(try await history(count: 2), width: 80)
    #expect(layout.anchor(.end, scrolledBy: -5, height: 40).anchor == .end)
    let picture = layout.picture(anchor: .end, height: 40)
    #expect(picture.isAtTop)
    #expect(picture.isAtEnd)
  }

  @Test func `back-fill, news, edits and resizing keep the message at the top`() async throws {
    let all = try await history(count: 160)
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var shown = Set((40..<100).map { $0 })
    var texts = all
    func messages() -> [Message] { texts.indices.filter(shown.contains).map { texts[$0] } }
    var width = 60
    var height = 18
    var anchor = layout(messages(), width: width).anchor(.end, scrolledBy: -90, height: height)
      .anchor
    var top = topMessage(messages(), anchor, width: width, height: height)
    var checks = 0
    for step in 0..<400 {
      let topIndex = all.firstIndex { $0.id == top } ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0: shown.insert(Int.random(in: 0..<all.count, using: &random))
      case 1:
        let gone = Int.random(in: 0..<all.count, using: &random)
        // What is read stays, and enough below it that the end is not seen.
        if gone != topIndex, shown.filter({ $0 > topIndex }).count > 40 { shown.remove(gone) }
      case 2:
        let edited = Int.random(in: 0..<all.count, using: &random)
        texts[edited].text = String(
          repeating: "edit ", count: Int.random(in: 1...60, using: &random))
      case 3: width = Int.random(in: 18...200, using: &random)
      case 4: height = Int.random(in: 4...24, using: &random)
      default:
        let rows = Int.random(in: -30...12, using: &random)
        let layout = layout(messages(), width: width)
        let moved = layout.anchor(anchor, scrolledBy: rows, height: height).anchor
        if moved != .end {
          anchor = moved
          top = topMessage(messages(), anchor, width: width, height: height)
        }
        continue
      }
      let now = topMessage(messages(), anchor, width: width, height: height)
      let isAtEnd = layout(messages(), width: width).picture(anchor: anchor, height: height).isAtEnd
      if isAtEnd { continue }
      checks += 1
      #expect(now == top, "step \(step), seed \(seed)")
    }
    #expect(checks > 100, "seed \(seed)")
  }

  private func topMessage(
    _ messages: [Message], _ anchor: ViewAnchor, width: Int, height: Int
  ) -> MessageID? {
    let rows = layout(messages, width: width).picture(anchor: anchor, height: height).rows
    return rows.first.map { messages[$0.index].id }
  }

  @Test func `a vanished message leaves the view at its place`() async throws {
    let all = try await history(count: 60)
    let layout = layout(all, width: 60)
    let anchor = layout.anchor(.end, scrolledBy: -60, height: 10).anchor
    let top = try #require(layout.picture(anchor: anchor, height: 10).rows.first)
    var rest = all
    rest.remove(at: top.index)
    let rows = self.layout(rest, width: 60).picture(anchor: anchor, height: 10).rows
    #expect(rest[try #require(rows.first).index].id == all[top.index + 1].id)
  }
}
