package import Foundation
import Processes

/// The client on screen, as its users feel it: real windows, of which every byte is timed.
///
/// A figure is taken from the key, or from the start of the program, to the byte with which the terminal has what is
/// meant.
package struct ScreenBench {
  /// The people whose windows are opened; all of them are members of one chat, and have synced.
  package struct Stage {
    /// The path of `zonechat`.
    package var program: String
    /// The variables with which it finds the stage's cloud and profiles.
    package var environment: [String: String]
    /// The chat of all three.
    package var chat: String
    /// The profile of somebody who writes in it, and who has no other chat.
    package var writer: String
    /// The profile of somebody who has no other chat either.
    package var reader: String
    /// The profile of somebody who has many chats with long histories.
    package var crowded: String
    package var chatCount: Int
    package var messageCount: Int
    /// A word that is in few messages, and one that stands behind it.
    package var rareWord: (searched: String, shown: String)
    /// A word that is in nearly all messages, and what stands behind it.
    package var commonWord: (searched: String, shown: String)
    package var cloud: CloudProbe
    /// The folder of the stage.
    package var folder: URL

    package init(
      program: String, environment: [String: String], chat: String,
      profiles: (writer: String, reader: String, crowded: String), chatCount: Int,
      messageCount: Int, rareWord: (searched: String, shown: String),
      commonWord: (searched: String, shown: String), cloud: CloudProbe, folder: URL
    ) {
      (self.program, self.environment, self.chat) = (program, environment, chat)
      (writer, reader, crowded) = profiles
      (self.chatCount, self.messageCount) = (chatCount, messageCount)
      (self.rareWord, self.commonWord) = (rareWord, commonWord)
      (self.cloud, self.folder) = (cloud, folder)
    }
  }

  /// The amount of work that is measured.
  package struct Extent: Sendable {
    package var starts: Int
    package var messages: Int
    package var pages: Int
    package var searches: Int
    package var idleSeconds: Int

    package init(starts: Int, messages: Int, pages: Int, searches: Int, idleSeconds: Int) {
      (self.starts, self.messages, self.pages) = (starts, messages, pages)
      (self.searches, self.idleSeconds) = (searches, idleSeconds)
    }
  }

  static let warmUps = 5

  let stage: Stage
  let extent: Extent
  let note: (String) -> Void

  /// - Parameters:
  ///   - stage: the people and their chats.
  ///   - extent: how much is measured.
  ///   - note: told what is being measured.
  package init(stage: Stage, extent: Extent, note: @escaping (String) -> Void) {
    (self.stage, self.extent, self.note) = (stage, extent, note)
  }

  package func run() throws -> [Figure] {
    note("Starting the client \(extent.starts) times …")
    var figures = try starts()
    note("Writing \(extent.messages) messages in three windows …")
    figures += try messages()
    note("Writing \(extent.messages) messages that another process prints …")
    figures += try delivery()
    note("Running a command \(extent.searches * 4) times …")
    figures += try commands()
    note("Scrolling and searching …")
    figures += try reading()
    note("Looking at an idle window for \(extent.idleSeconds) s …")
    return figures + (try idle())
  }

  private var scale: String {
    "\(stage.messageCount.formatted()) messages in \(stage.chatCount.formatted()) chats"
  }

  /// The text of the newest message of the chat, before anything is measured.
  package static let lastMessage = "the-last-message"

  /// Opens a window of the chat, and waits for the title, the list, the newest message and the last line.
  func open(_ profile: String) throws -> WatchedWindow {
    try window(
      profile, "open", stage.chat, showing: [WatchedWindow.lastLine, "▎", Self.lastMessage])
  }

  /// Opens a window of the one with many chats, as they have left it.
  private func openLast() throws -> WatchedWindow {
    try window(stage.crowded, showing: [WatchedWindow.lastLine])
  }

  func window(
    _ profile: String, _ arguments: String..., showing texts: [String]
  ) throws -> WatchedWindow {
    try WatchedWindow.opened(
      [stage.program, "--profile", profile] + arguments, environment: stage.environment,
      showing: texts)
  }

  func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

  // MARK: Start and memory

  private func starts() throws -> [Figure] {
    var first: [Double] = []
    var resident: [Double] = []
    var own: [Double] = []
    var peer: [Double] = []
    for run in 0..<extent.starts + 1 {
      let window = try open(stage.crowded)
      let time = window.start.duration(to: .now)
      WatchedWindow.watch([window], for: .milliseconds(300))
      let memory = window.memory
      window.end()
      // The first one reads the program's file from the disk.
      guard run > 0 else { continue }
      first.append(milliseconds(time))
      resident.append(memory.resident)
      own.append(memory.own)
      if let time = try peerStart() { peer.append(time) }
    }
    var figures: [Figure] = []
    if let values = Distribution(first) {
      figures.append(Figure("exec to first frame, \(scale)", values, "ms", aim: .atMost(60)))
    }
    if let values = Distribution(peer), let ours = Distribution(first) {
      figures.append(Figure("exec to first frame, irssi without anything", values, "ms"))
      figures.append(
        Figure("first frame / irssi's", ours.median / values.median, "", aim: .atMost(2)))
    } else {
      note("irssi is not installed, so its start is not compared.")
    }
    if let values = Distribution(resident) {
      figures.append(Figure("resident memory, \(scale)", values, "MB", aim: .atMost(45)))
    }
    if let values = Distribution(own) {
      figures.append(Figure("of it not the program's file", values, "MB"))
    }
    return figures
  }

  /// The time that irssi takes to show its empty screen; nil where it is not installed.
  private func peerStart() throws -> Double? {
    let folders = (stage.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { String($0) + "/irssi" }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    let home = FileManager.default.temporaryDirectory.path + "/zonechat-bench-irssi"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let window = try WatchedWindow(
      [path, "--home=\(home)", "--noconnect"], environment: stage.environment)
    let end = try WatchedWindow.wait([window], for: "irssi's screen") {
      window.contains("(status)")
    }
    WatchedWindow.watch([window], for: .milliseconds(100))
    window.type("/quit\r")
    window.end()
    return milliseconds(window.start.duration(to: end))
  }

  // MARK: Scrolling and searching

  private func reading() throws -> [Figure] {
    let window = try openLast()
    defer { window.end() }
    WatchedWindow.watch([window], for: .seconds(1))
    var pages: [Double] = []
    for number in 0..<Self.warmUps + extent.pages {
      let time = try answer(of: window, to: "\u{1B}[5~") { window.hasPicture }
      if number >= Self.warmUps { pages.append(time) }
    }
    var figures: [Figure] = []
    if let values = Distribution(pages) {
      figures.append(Figure("a page up", values, "ms", aim: .atMost(5)))
    }
    for (name, word) in [
      ("a rare word", stage.rareWord), ("a word of most messages", stage.commonWord),
    ] {
      var times: [Double] = []
      for number in 0..<Self.warmUps + extent.searches {
        // In all chats.
        _ = try answer(of: window, to: "\u{6}") { window.hasPicture }
        if !window.contains("Find in all chats") {
          _ = try answer(of: window, to: "\t") { window.hasPicture }
        }
        let time = try answer(of: window, to: WatchedWindow.pasted(word.searched)) {
          window.contains(word.shown)
        }
        if number >= Self.warmUps { times.append(time) }
        _ = try answer(of: window, to: "\u{1B}") { window.hasPicture }
      }
      if let values = Distribution(times) {
        figures.append(
          Figure("first hits in all chats, \(name)", values, "ms", aim: .atMost(20)))
      }
    }
    return figures
  }

  /// The milliseconds from a key to what it does; then waits until nothing follows any more.
  private func answer(
    of window: WatchedWindow, to keys: String, until condition: () -> Bool
  ) throws -> Double {
    window.forget()
    let start = ContinuousClock.now
    window.type(keys)
    let end = try WatchedWindow.wait([window], for: keys.debugDescription, until: condition)
    WatchedWindow.watch([window], for: .milliseconds(60))
    return milliseconds(start.duration(to: end))
  }

  // MARK: Commands

  /// A command that names every chat, on the profile with many of them.
  private func commands() throws -> [Figure] {
    let times = try (0..<extent.searches * 4 + 1).map { _ in
      let start = ContinuousClock.now
      _ = try Child.run(
        [stage.program, "--profile", stage.crowded, "chats", "--offline"],
        environment: stage.environment, output: .discarded)
      return milliseconds(start.duration(to: .now))
    }
    return Distribution(Array(times.dropFirst())).map { values in
      [Figure("‘zonechat chats’, \(scale)", values, "ms", aim: .atMost(30))]
    } ?? []
  }

  // MARK: Rest

  private func idle() throws -> [Figure] {
    let window = try openLast()
    defer { window.end() }
    // Time limits and unused connections of what it has just done run out meanwhile.
    WatchedWindow.watch([window], for: .seconds(extent.idleSeconds))
    window.forget()
    let (before, time) = (window.switches, window.processorTime)
    WatchedWindow.watch([window], for: .seconds(extent.idleSeconds))
    let minutes = Double(extent.idleSeconds) / 60
    // A thread that has ended meanwhile has taken its count along.
    let wakeUps = window.switches.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    let perMinute = Double(wakeUps) / minutes
    return [
      Figure("idle: bytes written", Double(window.count), "bytes", aim: .atMost(0)),
      Figure("idle: wake-ups of all threads", perMinute, "a minute", aim: .atMost(0)),
      Figure(
        "idle: processor time", milliseconds(window.processorTime - time) / minutes,
        "ms a minute"),
    ]
  }
}
