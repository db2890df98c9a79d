import Dispatch
package import Foundation

/// Follows messages from Enter to both screens, by what each process has noted on the way.
package struct MessageTrace {
  /// Two people in one chat, who have synced.
  package struct Stage {
    /// The path of `zonechat`.
    package var program: String
    /// The variables with which it finds the stage's cloud and profiles, and the file of the trace.
    package var environment: [String: String]
    /// The file in which the processes note what they do.
    package var file: URL
    package var chat: String
    /// The text of the newest message of the chat.
    package var lastMessage: String
    /// The profiles of the two people.
    package var writer: String
    package var reader: String

    package init(
      program: String, environment: [String: String], file: URL, chat: String, lastMessage: String,
      writer: String, reader: String
    ) {
      (self.program, self.environment, self.file) = (program, environment, file)
      (self.chat, self.lastMessage) = (chat, lastMessage)
      (self.writer, self.reader) = (writer, reader)
    }
  }

  /// Messages that are written before any is followed.
  private static let warmUps = 5
  /// Our choice: longer than the work after a message takes, so that the next finds everybody at rest.
  private static let pause = Duration.milliseconds(150)

  private let stage: Stage

  package init(stage: Stage) { self.stage = stage }

  /// Writes `count` messages, one after the other, and follows each.
  ///
  /// - Returns: what was found on the way of each message.
  /// - Throws: `BenchFailure` if a window does not show what it should, or the trace has no whole way.
  package func run(count: Int) throws -> [TracedStep] {
    let (writer, reader) = (try window(of: stage.writer), try window(of: stage.reader))
    defer { for window in [writer, reader] { window.end() } }
    WatchedWindow.watch([writer, reader], for: .seconds(2))
    let places = [writer.processID: MessageStep.Place.writer, reader.processID: .reader]
    var shown: [Moment] = []
    var begins: [UInt64] = []
    for number in 0..<Self.warmUps + count {
      let word = ScreenBench.word(number)
      writer.type(WatchedWindow.pasted(word))
      WatchedWindow.watch([writer, reader], for: Self.pause)
      for window in [writer, reader] { window.forget() }
      begins.append(Self.now)
      writer.type("\r")
      var missing = [writer, reader]
      try WatchedWindow.wait([writer, reader], for: word) {
        for window in missing where window.contains(word) {
          shown.append(Moment(time: Self.now, process: window.processID, event: MessageStep.shown))
          missing.removeAll { $0 === window }
        }
        return missing.isEmpty
      }
      WatchedWindow.watch([writer, reader], for: Self.pause)
    }
    let moments = (try Moment.read(stage.file) + shown).sorted { $0.time < $1.time }
    let ways = begins.dropFirst(Self.warmUps).compactMap { begin in
      Self.times(since: begin, in: moments, places)
    }
    guard let steps = TracedStep.all(of: ways) else { throw BenchFailure.noWay(stage.file.path) }
    return steps
  }

  private func window(of profile: String) throws -> WatchedWindow {
    try WatchedWindow.opened(
      [stage.program, "--profile", profile, "open", stage.chat], environment: stage.environment,
      showing: [stage.lastMessage, WatchedWindow.lastLine])
  }

  /// When each step was reached, in milliseconds since Enter; nil if one was not.
  private static func times(
    since begin: UInt64, in moments: [Moment], _ places: [Int32: MessageStep.Place]
  ) -> [Double]? {
    var reached: [UInt64] = []
    for step in MessageStep.all {
      let before = step.after.map { reached[$0] } ?? begin
      // A window may draw before its process has noted the commit.
      let start = step.event == MessageStep.shown ? begin : before
      let moment = moments.first { moment in
        moment.time >= start && moment.event == step.event && moment.operation == step.operation
          && places[moment.process, default: .cloud] == step.place
      }
      guard let moment else { return nil }
      reached.append(max(moment.time, before))
    }
    return reached.map { Double($0 - begin) / 1e6 }
  }

  /// The processes count the same nanoseconds.
  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

/// Something that a process has done.
private struct Moment: Decodable {
  /// Nanoseconds since the machine was started.
  var time: UInt64
  var process: Int32
  var event: String
  var operation: String?

  static func read(_ file: URL) throws -> [Moment] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: file).split(separator: 0x0A).map {
      try decoder.decode(Moment.self, from: Data($0))
    }
  }
}
