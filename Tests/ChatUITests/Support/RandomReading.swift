import ChatCore
import ChatModel
import CloudModel
import Foundation
import TerminalUI
import Testing

@testable import ChatUI

/// Two windows of one profile on the same chat, and random steps of the people, the cloud and the windows.
///
/// After each step the pictures are compared with what a plain list of all messages says.
@MainActor
final class RandomReading {
  private let world: ChatWorld
  private let zone: RecordZoneID
  private let chat: ChatID
  private let windows: [ScreenDriver]
  private var random: SplitMix64
  /// All messages of the chat in its order, as the test knows them.
  var known: [Known] = []
  private var newest = MessageID(rawValue: 0)
  private var records: [String: Record] = [:]
  /// The messages that the person has seen, in any window.
  private var shown: Set<MessageID> = []
  private var seen = MessageID(rawValue: 0)
  private var minute = 0.0
  /// The windows that have not heard of the last change yet.
  private var stale: Set<Int> = []
  private var revision: Int64 = 1
  private var mayWrite = true
  /// The last steps, for the report of a failure.
  private var steps: [String] = []

  struct Known {
    var id: MessageID
    var cursor: MessageCursor
    var isOwn: Bool
    /// Whether its sender has taken it back: there is nothing left to read.
    var isTakenBack = false
  }

  /// The view of a window before a step.
  struct View {
    var anchor: ViewAnchor
    var picked: MessageID?
    var isAtEnd = true
    var top: (message: MessageID, row: Int, rowCount: Int)?
  }

  init(seed: UInt64) async throws {
    random = SplitMix64(seed: seed)
    world = try ChatWorld()
    zone = try await world.joinedChat("Talk", owner: "ada", members: ["berit"])
    chat = try await world.chatID(of: zone)
    let world = world
    windows = [(80, 24), (60, 12)].map { ScreenDriver(world, width: $0.0, height: $0.1) }
    for window in windows { window.seesParts = true }
    try await arrive(Int.random(in: 1...450, using: &random), isOld: false)
    let through = Int64.random(in: 0...newest.rawValue, using: &random)
    try await world.repository.markSeen(chat, through: MessageID(rawValue: through))
    seen = MessageID(rawValue: through)
    for message in known where message.id.rawValue <= through { shown.insert(message.id) }
    for window in windows { try await window.refresh() }
    try noteSeen(passing: false)
  }

  /// The last steps, newest last.
  var report: String { steps.suffix(12).joined(separator: "\n") }

  // MARK: - Steps

  /// - Returns: whether what the windows show is right; a failure is recorded.
  func step() async throws -> Bool {
    let before = windows.map(view)
    var acting: Int?
    var passing = false
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<18: try await arrive(Int.random(in: 1...3, using: &random), isOld: false)
    case 18..<22: try await arrive(Int.random(in: 4...60, using: &random), isOld: false)
    case 22..<30: try await arrive(Int.random(in: 1...20, using: &random), isOld: true)
    case 30..<40: try await edit()
    case 40..<44: try await takeBack()
    case 44..<47: try await remove()
    case 47..<50: try await react()
    case 50..<52: try await permit()
    case 52..<60:
      acting = try await resize()
    case 60..<66:
      let index = pickWindow()
      let gains = Bool.random(using: &random)
      note("window \(index): focus \(gains ? "gained" : "lost")")
      try await windows[index].post(.terminal(.input(gains ? .focusGained : .focusLost)))
    default: (acting, passing) = try await act()
    }
    // A window may learn of a change later than the other.
    for index in stale.sorted() where Int.random(in: 0..<10, using: &random) < 7 {
      try await windows[index].refresh()
      stale.remove(index)
    }
    try noteSeen(passing: passing)
    for (index, window) in windows.enumerated() {
      let problem =
        try problem(in: window, isFresh: !stale.contains(index))
        ?? (index == acting ? nil : problem(in: window, movedFrom: before[index]))
      if let problem {
        Issue.record("window \(index): \(problem)\n\(report)\n\(window.text)")
        return false
      }
    }
    return true
  }

  private func note(_ step: String) { steps.append(step) }

  /// The cloud has changed the chat.
  private func apply(_ records: [Record]) async throws {
    try await world.apply(records, in: zone)
    stale = Set(windows.indices)
  }

  private func pickWindow() -> Int { Int.random(in: 0..<windows.count, using: &random) }

  private func text() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      (1...Int.random(in: 2...70, using: &random)).map { "line \($0)" }.joined(separator: "\n")
    case 1: String(repeating: "家族🙂é ", count: Int.random(in: 1...60, using: &random))
    case 2: String(repeating: "word ", count: Int.random(in: 1...200, using: &random))
    default: "number \(records.count)"
    }
  }

  /// Messages of others arrive as one page: after all others, or somewhere before.
  private func arrive(_ count: Int, isOld: Bool) async throws {
    note("\(count) messages arrive\(isOld ? ", older ones" : "")")
    var arrived: [Record] = []
    for _ in 0..<count {
      var time = minute
      if isOld {
        time = Double.random(in: -200...max(1, minute), using: &random)
      } else {
        minute += 1
      }
      let sender = Bool.random(using: &random) ? "ada" : "berit"
      let message = world.message(text(), by: sender, in: zone, at: Scenes.minutes(time - 9000))
      records[message.recordID.recordName] = message
      arrived.append(message)
    }
    try await apply(arrived)
    try await learn()
  }

  private func learn() async throws {
    for (_, message) in try await world.repository.arrivals(after: newest, in: chat, limit: 1_000) {
      newest = message.id
      known.append(Known(id: message.id, cursor: message.cursor, isOwn: message.isOwn))
    }
    known.sort { $0.cursor < $1.cursor }
  }

  private func anyRecord() -> Record? {
    records.values.sorted { $0.recordID.recordName < $1.recordID.recordName }
      .randomElement(using: &random)
  }

  private func change(_ what: String, _ change: (inout Record) -> Void) async throws {
    guard var record = anyRecord() else { return }
    note("\(record.recordID.recordName) \(what)")
    revision += 1
    record["revision"] = .int64(revision)
    record.recordChangeTag = "\(revision)"
    change(&record)
    records[record.recordID.recordName] = record
    try await apply([record])
  }

  private func edit() async throws {
    let text = text()
    try await change("is edited") { record in
      record["text"] = .string(text)
      record["editedAt"] = .date(ChatWorld.noon)
    }
  }

  private func takeBack() async throws {
    var name: String?
    try await change("is taken back") { record in
      record["text"] = nil
      record["deletedAt"] = .date(ChatWorld.noon)
      name = record.recordID.recordName
    }
    for index in known.indices where known[index].cursor.recordName == name {
      known[index].isTakenBack = true
    }
  }

  private func remove() async throws {
    guard let record = anyRecord() else { return }
    note("\(record.recordID.recordName) is removed")
    records[record.recordID.recordName] = nil
    try await world.remove(record.recordID.recordName, in: zone)
    stale = Set(windows.indices)
    let names = try await Set(
      world.repository.page(in: chat, before: nil, limit: .max).map(\.recordName))
    known.removeAll { !names.contains($0.cursor.recordName) }
  }

  private func react() async throws {
    guard let record = anyRecord() else { return }
    note("\(record.recordID.recordName) gets a reaction")
    let emoji = ["👍", "🎉", "❤️"].randomElement(using: &random) ?? "👍"
    try await apply([world.reaction(emoji, to: record, by: "berit", place: records.count)])
  }

  /// The owner lets the person only read, or write again; both windows say so in the chat.
  private func permit() async throws {
    mayWrite.toggle()
    note("the person may \(mayWrite ? "write" : "only read")")
    minute += 1
    try await world.share(
      ["ada", "berit", "you"], owner: "ada", readers: mayWrite ? [] : ["you"], in: zone,
      at: Scenes.minutes(minute - 9000))
    stale = Set(windows.indices)
  }

  private func resize() async throws -> Int? {
    let index = pickWindow()
    let before = view(windows[index])
    let width = Int.random(in: 20...170, using: &random)
    let height = Int.random(in: 5...60, using: &random)
    note("window \(index): \(width)x\(height)")
    try await windows[index].resize(width, height)
    if let problem = problem(in: windows[index], resizedFrom: before) {
      Issue.record("window \(index): \(problem)\n\(report)\n\(windows[index].text)")
    }
    return index
  }

  /// A key or the wheel in a window; passing says whether it goes past what is unread.
  private func act() async throws -> (window: Int, passing: Bool) {
    let index = pickWindow()
    let window = windows[index]
    let keys: [(String, InputEvent, passing: Bool)] = [
      ("Page Up", .key(KeyEvent(.pageUp)), false), ("Page Down", .key(KeyEvent(.pageDown)), false),
      ("wheel up", .wheel(.up, at: Point(column: 60, row: 2)), false),
      ("wheel down", .wheel(.down, at: Point(column: 60, row: 2)), false),
      ("Up", .key(KeyEvent(.up)), false), ("Down", .key(KeyEvent(.down)), false),
      ("Home", .key(KeyEvent(.home)), false), ("End", .key(KeyEvent(.end)), true),
      ("Alt+U", .key(.alt("u")), false), ("Esc", .key(KeyEvent(.escape)), true),
    ]
    if mayWrite, Int.random(in: 0..<12, using: &random) == 0 {
      note("window \(index): a message is sent")
      try await window.press(.escape)
      try await window.type("mine\n")
      try await learn()
      stale = Set(windows.indices)
      shown.formUnion(known.map(\.id))
      return (index, true)
    }
    let (name, event, passing) = keys[Int.random(in: 0..<keys.count, using: &random)]
    let count = Int.random(in: 1...4, using: &random)
    note("window \(index): \(name) \(count) times")
    for _ in 0..<count {
      try await window.post(.terminal(.input(event)))
      noteShown(window)
    }
    if passing { shown.formUnion(known.map(\.id)) }
    return (index, passing)
  }

  // MARK: - What is right

  func picture(_ window: ScreenDriver) -> (TimelineLayout, TimelinePicture, Int)? {
    guard let pane = window.screen.messagesPane else { return nil }
    let timeline = pane.timeline
    return (timeline, pane.picture(of: timeline), pane.area.height)
  }

  private func view(_ window: ScreenDriver) -> View {
    let conversation = window.model.conversation
    var view = View(
      anchor: conversation?.anchor ?? .end, picked: conversation?.picked)
    if let (timeline, picture, _) = picture(window), let first = picture.rows.first {
      view.isAtEnd = picture.isAtEnd
      view.top = (
        timeline.messages[first.index].id, first.row, timeline.block(first.index).body.count
      )
    }
    return view
  }

  private func noteShown(_ window: ScreenDriver) {
    guard window.screen.isTerminalFocused, let (timeline, picture, _) = picture(window) else {
      return
    }
    for row in picture.rows where row.showsMessage { shown.insert(timeline.messages[row.index].id) }
  }

  /// Checks that the person saw every message that now counts as seen, or asked to pass over it.
  private func noteSeen(passing: Bool) throws {
    for window in windows { noteShown(window) }
    let through = windows.compactMap { $0.model.conversation?.window?.seenThrough }
      .max { $0.rawValue < $1.rawValue }
    guard let through, through.rawValue > seen.rawValue else { return }
    let swallowed = known.filter {
      !$0.isOwn && $0.id.rawValue > seen.rawValue && $0.id.rawValue <= through.rawValue
        && !shown.contains($0.id)
    }
    if !passing, let first = swallowed.first {
      Issue.record(
        "\(swallowed.count) messages were never shown and count as seen, from \(first)\n\(report)")
    }
    for message in swallowed { shown.insert(message.id) }
    seen = through
  }

  func count(
    after: MessageID?, through: MessageID?, from cursor: MessageCursor = .first
  ) -> (Int, MessageCursor?) {
    let unread = known.filter {
      $0.cursor >= cursor && !$0.isOwn && !$0.isTakenBack && $0.id.rawValue > (after?.rawValue ?? 0)
        && $0.id.rawValue <= (through?.rawValue ?? .max)
    }
    return (unread.count, unread.first?.cursor)
  }
}
