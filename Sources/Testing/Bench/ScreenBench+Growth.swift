import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// Figures that grow with use: the memory of windows and cloud, and the cost of one more message.
extension ScreenBench {
  /// The amount of data that is added to what is there.
  package struct Growth: Sendable {
    /// Messages that come into a chat which is open in two windows.
    package var messages: Int
    /// Devices that wait for notifications.
    package var devices: Int
    /// Chats of the writer, each with a number of participants, in the order of that number.
    package var chats: [(title: String, participants: Int)]

    package init(
      messages: Int, devices: Int, chats: [(title: String, participants: Int)]
    ) {
      (self.messages, self.devices, self.chats) = (messages, devices, chats)
    }
  }

  /// Messages at a time: few enough that nothing needs to wait for long.
  private static let portion = 5000

  /// - Parameters:
  ///   - growth: how much is added.
  ///   - courierPath: opens a notification channel for one more device; returns its path.
  /// - Returns: the figures.
  /// - Throws: `BenchFailure`, and `POSIXError` where something cannot be started or connected.
  package func grow(
    _ growth: Growth, courierPath: (_ device: Int) async throws -> String
  ) async throws -> [Figure] {
    note("Writing \(growth.messages) messages into a chat that is open in two windows …")
    var figures = try longUse(growth.messages)
    note(
      "Writing to \(growth.chats.map { String($0.participants) }.joined(separator: ", ")) people …")
    figures += try fanOut(growth.chats)
    note("Letting \(growth.devices) devices wait …")
    return figures + (try await idleDevices(growth.devices, courierPath: courierPath))
  }

  // MARK: Long use

  private func longUse(_ count: Int) throws -> [Figure] {
    let windows = try [stage.writer, stage.reader].map {
      try window($0, "open", stage.chat, showing: [WatchedWindow.lastLine, "▎"])
    }
    let (writer, reader) = (windows[0], windows[1])
    defer { for window in windows { window.end() } }
    func memory() -> [Double] {
      WatchedWindow.watch(windows, for: .seconds(3))
      return windows.map(\.memory.own) + [stage.cloud.ownMemory]
    }
    // The first ones fill the caches.
    try write(Self.portion, shownIn: windows, from: 0)
    let cost = try costOfAMessage(from: writer, to: reader, first: 1000)
    let before = memory()
    for first in stride(from: Self.portion, to: Self.portion + count, by: Self.portion) {
      try write(Self.portion, shownIn: windows, from: first)
    }
    let after = memory()
    let later = try costOfAMessage(from: writer, to: reader, first: 1100)
    let names = ["the writer's window", "the reader's window", "the cloud"]
    return zip(names, zip(before, after)).map { name, memory in
      Figure(
        "\(count.formatted()) messages later: more memory of \(name)", memory.1 - memory.0, "MB",
        aim: .atMost(5))
    } + [
      Figure(
        "one more message then / before, processor time of all", later / cost, "",
        aim: .atMost(1.2))
    ]
  }

  /// Has another process write so many lines, and waits until the windows show the last one.
  private func write(_ count: Int, shownIn windows: [WatchedWindow], from first: Int) throws {
    let file = stage.folder.appendingPathComponent("lines.txt")
    let last = "the-end-of-\(first + count)"
    let lines = (first..<first + count - 1).map { "line \($0) of a long chat, as people write it" }
    try (lines + [last]).map { $0 + "\n" }.joined()
      .write(to: file, atomically: false, encoding: .utf8)
    let sender = try LineProcess(
      [
        "/bin/sh", "-c",
        "exec \"$0\" --profile \"$1\" --quiet send \"$2\" --lines < \"$3\" > /dev/null",
        stage.program, stage.crowded, stage.chat, file.path,
      ], environment: stage.environment, errors: "/dev/null")
    var status: Int32 = 0
    while waitpid(sender.id, &status, WNOHANG) == 0 {
      WatchedWindow.watch(windows, for: .milliseconds(50))
    }
    guard status == 0 else { throw BenchFailure.commandFailed("send --lines") }
    for window in windows { try show(last, in: window) }
  }

  /// Waits until a window has this text, the newest in its chat, on its screen.
  ///
  /// A window stays at the first unread message where more than a page has come, and a picture tells only what has
  /// changed: so End goes to the newest message, and Ctrl+L asks for the whole picture.
  private func show(_ text: String, in window: WatchedWindow) throws {
    let end = ContinuousClock.now + .seconds(30)
    repeat {
      window.forget()
      window.type("\u{1B}[F\u{0C}")
      try WatchedWindow.wait([window], for: "the whole screen") { window.hasPicture }
      WatchedWindow.watch([window], for: .milliseconds(200))
    } while !window.contains(text) && ContinuousClock.now < end
    guard window.contains(text) else { throw BenchFailure.nothingCame(text, instead: "") }
  }

  /// The processor time of both windows and the cloud for one message, in milliseconds.
  private func costOfAMessage(
    from writer: WatchedWindow, to reader: WatchedWindow, first: Int
  ) throws -> Double {
    let count = 30
    func spent() -> Duration {
      writer.processorTime + reader.processorTime + stage.cloud.processorTime
    }
    let before = spent()
    for number in first..<first + count {
      try enter(number, in: writer, shownIn: [writer, reader])
    }
    let sum = spent() - before
    for window in [writer, reader] { try show(Self.word(first + count - 1), in: window) }
    return milliseconds(sum) / Double(count)
  }

  /// Writes a message in a window, and waits until all have drawn what it has changed.
  private func enter(
    _ number: Int, in writer: WatchedWindow, shownIn windows: [WatchedWindow]
  ) throws {
    writer.type(WatchedWindow.pasted(Self.word(number)))
    WatchedWindow.watch(windows, for: .milliseconds(100))
    for window in windows { window.forget() }
    writer.type("\r")
    try WatchedWindow.wait(windows, for: "the message") { windows.allSatisfy(\.hasPicture) }
    WatchedWindow.watch(windows, for: .milliseconds(150))
  }

  // MARK: Participants

  private func fanOut(_ chats: [(title: String, participants: Int)]) throws -> [Figure] {
    let costs = try chats.map { chat in
      let window = try window(
        stage.writer, "open", chat.title, showing: [WatchedWindow.lastLine, "▎"])
      defer { window.end() }
      WatchedWindow.watch([window], for: .seconds(2))
      let count = 30
      for number in 0..<Self.warmUps { try enter(2000 + number, in: window, shownIn: [window]) }
      let before = stage.cloud.processorTime
      for number in 0..<count { try enter(2100 + number, in: window, shownIn: [window]) }
      return milliseconds(stage.cloud.processorTime - before) / Double(count)
    }
    return zip(chats, costs).map { chat, cost in
      Figure(
        "processor time for a message in the cloud, \(chat.participants) participants", cost, "ms")
    }
  }

  // MARK: Waiting

  private func idleDevices(
    _ count: Int, courierPath: (_ device: Int) async throws -> String
  ) async throws -> [Figure] {
    let devices = IdleDevices(socket: stage.cloud.path)
    let memory = stage.cloud.ownMemory
    for number in 0..<count {
      try devices.add(try await courierPath(number))
      // Those that wait already are answered in time.
      if number.isMultiple(of: 500) { try devices.wait(.milliseconds(1)) }
    }
    try devices.wait(.seconds(2))
    let each = (stage.cloud.ownMemory - memory) * 1000 / Double(count)
    let (switches, time) = (stage.cloud.switches, stage.cloud.processorTime)
    try devices.wait(.seconds(60))
    let wakeUps = stage.cloud.switches.reduce(0) { $0 + $1.value - (switches[$1.key] ?? 0) }
    return [
      Figure("\(count.formatted()) waiting devices: memory of each", each, "KB", aim: .atMost(20)),
      Figure(
        "the same: wake-ups of the cloud for each", Double(wakeUps) / Double(count), "a minute",
        aim: .atMost(0)),
      Figure(
        "the same: processor time of the cloud",
        milliseconds(stage.cloud.processorTime - time), "ms a minute"),
    ]
  }
}
