import Foundation

/// Messages from Enter to the screens of others, and what they cost.
extension ScreenBench {
  func messages() throws -> [Figure] {
    let (writer, reader) = (try open(stage.writer), try open(stage.reader))
    let crowded = try open(stage.crowded)
    let windows = [writer, reader, crowded]
    defer { for window in windows { window.end() } }
    WatchedWindow.watch(windows, for: .seconds(2))
    var (keys, own, others, crowds): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    var spent = Spent()
    for number in 0..<Self.warmUps + extent.messages {
      let word = Self.word(number)
      writer.forget()
      // At once, so that it comes in one piece.
      writer.type(WatchedWindow.pasted(String(word.dropLast())))
      try WatchedWindow.wait(windows, for: word) { writer.contains(String(word.dropLast())) }
      WatchedWindow.watch(windows, for: .milliseconds(50))
      for window in windows { window.forget() }
      var start = ContinuousClock.now
      writer.type(String(word.suffix(1)))
      let glyph = try WatchedWindow.wait(windows, for: "the key") { writer.hasPicture }
      let key = start.duration(to: glyph)
      WatchedWindow.watch(windows, for: .milliseconds(30))
      for window in windows { window.forget() }
      let before = self.spent(writer, reader, crowded)
      start = .now
      writer.type("\r")
      var shown: [ContinuousClock.Instant?] = [nil, nil, nil]
      try WatchedWindow.wait(windows, for: word) {
        for (place, window) in windows.enumerated()
        where shown[place] == nil && window.contains(word) {
          shown[place] = .now
        }
        return !shown.contains(nil)
      }
      WatchedWindow.watch(windows, for: .milliseconds(100))
      guard number >= Self.warmUps else { continue }
      spent.add(self.spent(writer, reader, crowded), since: before)
      keys.append(milliseconds(key))
      let times = shown.map { $0.map { milliseconds(start.duration(to: $0)) } ?? 0 }
      own.append(times[0])
      others.append(times[1])
      crowds.append(times[2])
    }
    return figures(keys: keys, own: own, others: others, crowds: crowds, spent: spent)
  }

  /// The processor time of everybody who has part in a message.
  private struct Spent {
    var writer = Duration.zero
    var reader = Duration.zero
    var crowded = Duration.zero
    var cloud = Duration.zero

    mutating func add(_ now: Spent, since before: Spent) {
      writer += now.writer - before.writer
      reader += now.reader - before.reader
      crowded += now.crowded - before.crowded
      cloud += now.cloud - before.cloud
    }
  }

  private func spent(
    _ writer: WatchedWindow, _ reader: WatchedWindow, _ crowded: WatchedWindow
  ) -> Spent {
    Spent(
      writer: writer.processorTime, reader: reader.processorTime,
      crowded: crowded.processorTime, cloud: stage.cloud.processorTime)
  }

  private func figures(
    keys: [Double], own: [Double], others: [Double], crowds: [Double], spent: Spent
  ) -> [Figure] {
    guard let keys = Distribution(keys), let own = Distribution(own),
      let others = Distribution(others), let crowds = Distribution(crowds)
    else { return [] }
    let count = Double(extent.messages)
    return [
      Figure("key to its glyph", keys, "ms"),
      Figure("Enter to the own row", own, "ms", aim: .atMost(5)),
      Figure("Enter to the other's screen", others, "ms", aim: .atMost(10), p99Aim: .atMost(25)),
      Figure("Enter to the screen of one with \(stage.chatCount.formatted()) chats", crowds, "ms"),
      Figure(
        "processor time for a message sent", milliseconds(spent.writer) / count, "ms",
        aim: .atMost(3)),
      Figure(
        "processor time for a message received, 1 chat", milliseconds(spent.reader) / count, "ms",
        aim: .atMost(3)),
      Figure(
        "the same with \(stage.chatCount.formatted()) chats", milliseconds(spent.crowded) / count,
        "ms"),
      Figure("many chats / 1 chat", spent.crowded / spent.reader, "", aim: .atMost(1.2)),
      Figure(
        "processor time for a message in the cloud, 2 receive it",
        milliseconds(spent.cloud) / count, "ms", aim: .atMost(1)),
    ]
  }

  /// From Enter in a window to the line of another person's `watch`: three processes, and a row in a replica at the
  /// end.
  func delivery() throws -> [Figure] {
    let writer = try window(
      stage.writer, "open", stage.chat, showing: [WatchedWindow.lastLine, "▎"])
    let watch = try window(stage.reader, "watch", stage.chat, showing: [])
    let windows = [writer, watch]
    defer {
      watch.kill()
      writer.end()
    }
    WatchedWindow.watch(windows, for: .seconds(2))
    guard let trips = try stage.cloud.roundTrips(200),
      let commits = try DiskProbe.commits(200, in: stage.folder)
    else { return [] }
    let before = try stage.cloud.requests()
    var times: [Double] = []
    for number in 0..<Self.warmUps + extent.messages {
      let word = Self.word(500 + number)
      writer.type(WatchedWindow.pasted(word))
      WatchedWindow.watch(windows, for: .milliseconds(50))
      watch.forget()
      let start = ContinuousClock.now
      writer.type("\r")
      let end = try WatchedWindow.wait(windows, for: word) { watch.contains(word) }
      if number >= Self.warmUps { times.append(milliseconds(start.duration(to: end))) }
      WatchedWindow.watch(windows, for: .milliseconds(30))
    }
    // Marks of what was read follow some seconds later.
    WatchedWindow.watch(windows, for: .seconds(4))
    let after = try stage.cloud.requests()
    let requests = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    guard let times = Distribution(times) else { return [] }
    // The sender's commit and the cloud's; save, answer of the poll, changes of the database and of the zone.
    let least = 2 * commits.median + 4 * trips.median
    return [
      Figure("limit: a durable commit", commits, "ms"), Figure("limit: a round trip", trips, "ms"),
      Figure(
        "Enter to the line of the other's watch", times, "ms", aim: .atMost(5), p99Aim: .atMost(12)),
      Figure(
        "the same / 2 commits and 4 round trips", times.median / least, "", aim: .atMost(2)),
      Figure(
        "requests for one message, polls included",
        Double(requests) / Double(extent.messages + Self.warmUps), "", aim: .atMost(4)),
    ]
  }

  /// A word that was not written before.
  ///
  /// Two that follow each other have no letter in the same place in common, so that the terminal gets every letter of
  /// the row that takes the place of another one.
  static func word(_ number: Int) -> String {
    let letters = Array(number.isMultiple(of: 2) ? "abcdefghijklm" : "nopqrstuvwxyz")
    // Digits of the number in base 13, each turned by its place.
    var rest = number
    return String(
      (0..<14).map { place in
        defer { rest /= letters.count }
        return letters[(rest % letters.count + 5 * place) % letters.count]
      })
  }
}
