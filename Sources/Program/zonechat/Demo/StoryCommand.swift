import ArgumentParser
import CommandSupport
import Foundation
import Tours

#if canImport(Glibc)
import Glibc
#endif

/// Draws the steps of a tour in a pane of the demo, and takes its keys.
struct StoryCommand: ParsableCommand {
  static let name = "demo-story"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Draw the steps of a tour in a pane of the demo.",
    shouldDisplay: false)

  /// Our choice: how soon an event is drawn, in milliseconds.
  private static let pause: Int32 = 50
  /// Our choice: from this height on kept windows have room above the step.
  private static let leastRowsForWindows = 16

  @Argument var folder: String
  @Option var people = 0
  @Flag var recorded = false

  func validate() throws {
    guard URL(fileURLWithPath: folder).lastPathComponent.hasPrefix("zonechat-demo-"),
      isatty(STDIN_FILENO) == 1
    else {
      throw ValidationError("This is a part of ‘zonechat demo’.")
    }
  }

  func run() throws {
    let place = URL(fileURLWithPath: folder)
    let pane = StoryPane(folder: place)
    let tmux = DemoTmux(folder: place, environment: Live.environment)
    var modes = termios()
    if tcgetattr(STDIN_FILENO, &modes) == 0 {
      cfmakeraw(&modes)
      tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }
    try Output.write("\u{1B}[?25l")
    var deck = TourDeck()
    var read: UInt64 = 0
    var size = (columns: 0, rows: 0)
    var isWhole = false
    while !deck.isLeaving {
      guard let keys = pressedKeys() else { return }
      let events = try pane.events(after: &read)
      for event in events { deck.take(event) }
      for order in keys.flatMap({ deck.press($0) }) { try perform(order, deck, pane, tmux) }
      if deck.isLookingBack != isWhole {
        isWhole.toggle()
        try zoom(isWhole, tmux)
      }
      let now = Output.size ?? (80, 24)
      guard !keys.isEmpty || !events.isEmpty || now != size else { continue }
      size = now
      try draw(deck, size)
    }
  }

  /// The keys that were pressed in a short time; nil if the terminal is gone.
  private func pressedKeys() -> [TourKey]? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, Self.pause) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? TourKey.keys(in: Array(bytes.prefix(count))) : nil
  }

  private func perform(
    _ order: TourOrder, _ deck: TourDeck, _ pane: StoryPane, _ tmux: DemoTmux
  ) throws {
    try pane.want(order)
    switch order {
    case .goOn, .pause, .resume: break
    // Who has started the windows ends them.
    case .again, .leave: try tmux.run(["detach-client", "-s", "demo"])
    case .show(let person):
      // While somebody looks back, the key chooses among the kept windows.
      if !deck.isLookingBack, person < people { try tmux.show(person) }
    }
  }

  /// Gives the pane the whole terminal, or its place again.
  private func zoom(_ isWhole: Bool, _ tmux: DemoTmux) throws {
    let pane = Live.environment["TMUX_PANE"] ?? ""
    let mustChange = isWhole ? "#{?window_zoomed_flag,0,1}" : "#{window_zoomed_flag}"
    try tmux.run(["if-shell", "-F", "-t", pane, mustChange, "resize-pane -Z -t \(pane)"])
  }

  private func draw(_ deck: TourDeck, _ size: (columns: Int, rows: Int)) throws {
    let isColored = Output.isColored
    let hasWindows = deck.isLookingBack && size.rows >= Self.leastRowsForWindows
    let rowsBelow = hasWindows ? max(9, size.rows / 3) : size.rows
    let windows = deck.keptWindows(columns: size.columns, rows: size.rows - rowsBelow)
    let rows = deck.rows(
      columns: size.columns, rows: size.rows - windows.count, people: people,
      showsKeys: !recorded)
    let lines = windows + rows.map { $0.drawn(columns: size.columns, isColored: isColored) }
    var text = ""
    for (index, line) in lines.enumerated() {
      text += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[2K\(line)"
    }
    try Output.write(text)
  }
}
