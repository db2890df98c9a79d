import ChatUI
import ChatWords
import PlainClient
import Testing

/// Which lines are commands, and which are messages.
struct LineInputTests {
  private func meaning(_ line: String) -> String {
    switch LineInput(line) {
    case .nothing: "nothing"
    case .message(let text): "message \(text)"
    case .paste(let text): "paste \(text)"
    case .command(let command, let argument, _): "command \(command.name) [\(argument)]"
    case .unknown(let name, line: _): "unknown \(name)"
    }
  }

  @Test(arguments: [
    ("", "nothing"), ("   ", "nothing"),
    ("hello", "message hello"), ("next", "command next []"), ("Next", "message Next"),
    ("next week", "message next week"), ("/next week", "command next [week]"),
    ("open family", "command open [family]"), ("go 2", "command open [2]"),
    ("/GO family", "command open [family]"),
    ("read", "command read []"), ("read 5", "command read [5]"),
    ("read this first", "message read this first"),
    ("date yesterday", "command date [yesterday]"),
    ("date 2026-13-01", "command date [2026-13-01]"),
    ("date with anna", "message date with anna"),
    ("reply 3 I agree", "command reply [3 I agree]"), ("reply to me", "command reply [to me]"),
    ("delete", "command delete []"), ("delete 3", "command delete [3]"),
    ("delete it please", "message delete it please"),
    ("join us tomorrow", "message join us tomorrow"),
    ("join zonechat://join/abcdefgh", "command join [zonechat://join/abcdefgh]"),
    ("find train", "command search [train]"), ("copy 1", "command copy [1]"),
    ("mouse", "command mouse []"), ("mouse in the kitchen", "message mouse in the kitchen"),
    ("mute", "command mute []"), ("mute 2h", "command mute [2h]"),
    ("mute until 08:00", "command mute [until 08:00]"),
    ("mute the phone", "message mute the phone"), ("notify none", "command notify [none]"),
    ("notify the others", "message notify the others"),
    ("help", "command help []"), ("help me", "message help me"),
    ("help react", "command help [react]"),
    ("attach the file we spoke about", "message attach the file we spoke about"),
    ("attach photo.png", "command attach [photo.png]"),
    ("attach a.png -- the new one", "command attach [a.png -- the new one]"),
    ("attach the file -- the new one", "message attach the file -- the new one"),
    ("say next", "command say [next]"), ("yes", "message yes"),
    ("//slash", "message /slash"), ("/nothing", "unknown nothing"),
    (" two blanks before", "message  two blanks before"),
    ("left\u{1B}[Dright\u{7}", "message left[Dright"), ("a\tb", "message a b"),
  ])
  func `a line means what a person expects`(line: String, expected: String) {
    #expect(meaning(line) == expected)
  }

  @Test func `the words are those of the full screen`() {
    for action in ActionRegistry.all {
      guard let name = action.slash?.name else { continue }
      #expect(LineCommands.named(name) != nil, "/\(name) of the full screen has no word here")
    }
  }

  @Test func `no two commands have one word`() {
    let words = LineCommands.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
    for command in LineCommands.all {
      #expect(!command.verb.title.hasSuffix("."), "\(command.name)")
    }
  }
}
