import TerminalUI
import Testing

struct TerminalAbilitiesTests {
  private static let size = Size(width: 80, height: 24)

  /// A terminal that has been asked, and answers with these bytes.
  private func abilities(
    after answers: String, environment: [String: String] = [:]
  ) -> TerminalAbilities {
    var abilities = TerminalAbilities(environment: environment)
    abilities.ask()
    var decoder = InputDecoder()
    for event in decoder.decode(answers.utf8) + decoder.flush() {
      guard case .answer(let answer) = event else {
        Issue.record("not an answer: \(event)")
        continue
      }
      abilities.take(answer)
    }
    return abilities
  }

  @Test func `a program that asks again before the answer gets both answers`() {
    var abilities = TerminalAbilities(environment: [:])
    abilities.ask()
    abilities.take(.keyboard)
    abilities.ask()
    #expect(!abilities.hasKittyKeyboard)
    abilities.take(.attributes)
    #expect(abilities.awaitsFence)
    abilities.take(.keyboard)
    abilities.take(.attributes)
    #expect(abilities.hasKittyKeyboard && !abilities.awaitsFence)
  }

  @Test func `a modern terminal reports its abilities`() {
    let widths = (0..<6).map { "\u{1B}[2;\($0 * 6 + 3)R" }.joined()
    let abilities = abilities(
      after:
        "\u{1B}[?0u\u{1B}[?2026;2$y\u{1B}]11;rgb:ffff/fefe/f0f0\u{1B}\\\u{1B}P1+r524742=38\u{1B}\\"
        + widths + "\u{1B}[?62;c")
    #expect(abilities.hasKittyKeyboard && abilities.hasSynchronizedOutput && abilities.hasTrueColor)
    #expect(abilities.background == Background(RGBColor(0xFFFEF0)))
    #expect(abilities.background?.isLight == true)
    #expect(
      abilities.wholeEmoji == [.variation, .keycap, .skinTone, .joined, .tagged, .new])
    #expect(!abilities.awaitsFence)
  }

  @Test func `keys are told apart in xterm's way where the terminal tells its version`() {
    #expect(abilities(after: "\u{1B}P>|XTerm(384)\u{1B}\\\u{1B}[?62;c").mayModifyKeys)
    #expect(!abilities(after: "\u{1B}P>|XTerm(384)\u{1B}\\").mayModifyKeys)
    #expect(!abilities(after: "\u{1B}[?62;c").mayModifyKeys)
    let kitty = abilities(after: "\u{1B}[?0u\u{1B}P>|kitty(0.35)\u{1B}\\\u{1B}[?62;c")
    #expect(kitty.hasKittyKeyboard && !kitty.mayModifyKeys)
  }

  @Test func `a terminal that stays silent is trusted with nothing`() {
    let abilities = abilities(after: "")
    #expect(!abilities.hasKittyKeyboard && !abilities.hasSynchronizedOutput)
    #expect(!abilities.hasTrueColor && abilities.wholeEmoji.isEmpty)
    #expect(abilities.background == nil && abilities.awaitsFence)
  }

  @Test func `each width counts for its own emoji, in any order, and twice is once`() {
    // Two columns for the joined one, four for the skin tone, one for the keycap.
    let abilities = abilities(
      after: "\u{1B}[2;21R\u{1B}[2;17R\u{1B}[2;8R\u{1B}[2;23R\u{1B}[2;21R\u{1B}[?1;2c")
    #expect(abilities.wholeEmoji == .joined)
  }

  @Test func `an answer after the fence, or to no question, changes nothing`() {
    let late = "\u{1B}[?1u\u{1B}[?2026;1$y\u{1B}]11;rgb:ff/ff/ff\u{7}\u{1B}[2;21R"
    let afterFence = abilities(after: "\u{1B}[?1;2c" + late)
    #expect(!afterFence.hasKittyKeyboard && !afterFence.hasSynchronizedOutput)
    #expect(afterFence.background == nil && afterFence.wholeEmoji.isEmpty)
    var unasked = TerminalAbilities()
    unasked.take(.keyboard)
    unasked.take(.capability("RGB"))
    #expect(unasked == TerminalAbilities())
    // A mode that is not changeable, and another one.
    #expect(!abilities(after: "\u{1B}[?2026;0$y").hasSynchronizedOutput)
    #expect(!abilities(after: "\u{1B}[?2027;1$y").hasSynchronizedOutput)
    #expect(!abilities(after: "\u{1B}P0+r524742\u{1B}\\").hasTrueColor)
  }

  @Test func `an answer in any pieces, with any silence between, never becomes text`() {
    let answers =
      "\u{1B}[?31u\u{1B}[?2026;1$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[2;21R"
      + "\u{1B}P1+r524742=\u{1B}\\\u{1B}[?65;1;9c"
    for pieces in 1...7 {
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      var rest = Array(answers.utf8)[...]
      while !rest.isEmpty {
        events += decoder.decode(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
      }
      let isOnlyAnswers = events.allSatisfy { if case .answer = $0 { true } else { false } }
      #expect(isOnlyAnswers && events.count == 6, "pieces of \(pieces): \(events)")
    }
    // Behind its first bytes, nothing of an answer is a key.
    for beginning in ["\u{1B}[?", "\u{1B}[2;", "\u{1B}]1", "\u{1B}]11;rgb:00\u{1B}", "\u{1B}P1"] {
      var decoder = InputDecoder()
      #expect(decoder.decode(beginning.utf8).isEmpty)
      #expect(!decoder.isPending && decoder.awaitsRest, "\(beginning.debugDescription)")
    }
  }

  @Test func `pasted text that looks like an answer is text`() {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}[200~\u{1B}[?1u\u{1B}]11;rgb:ff/ff/ff\u{7}\u{1B}[201~".utf8)
    #expect(events == [.paste("\u{1B}[?1u\u{1B}]11;rgb:ff/ff/ff\u{7}")])
  }

  @Test func `a string that lost its end holds no key back`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}]11;rgb:".utf8).isEmpty)
    #expect(decoder.decode("\r".utf8) == [.key(KeyEvent(.enter))])
    #expect(decoder.decode("\u{1B}]11;rgb:".utf8).isEmpty)
    #expect(decoder.decode("\u{1B}[A".utf8) == [.key(KeyEvent(.up))])
    let long = "\u{1B}]11;" + String(repeating: "x", count: 100_000)
    #expect(decoder.decode(long.utf8).isEmpty)
    #expect(decoder.decode("\u{7}q".utf8) == [.key(.character("q"))])
  }

  @Test func `wrong answers are none`() {
    for text in [
      "\u{1B}]11;rgb:ff/ff\u{7}", "\u{1B}]11;red\u{7}", "\u{1B}]11;rgb:fffff/0/0\u{7}",
      "\u{1B}]12;rgb:ff/ff/ff\u{7}", "\u{1B}P1+r5247\u{1B}[A", "\u{1B}P1+rzz\u{1B}\\",
      "\u{1B}[1;5R",
    ] {
      var decoder = InputDecoder()
      let answers = decoder.decode(text.utf8).filter {
        if case .answer = $0 { true } else { false }
      }
      #expect(answers.isEmpty, "\(text.debugDescription): \(answers)")
    }
  }

  @Test func `tmux cuts off long emoji, so they are not sent whole there`() {
    let width = "\u{1B}[2;21R"
    let couple = "👩\u{200D}💻"
    let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦"
    let tmux = abilities(after: "\u{1B}P>|tmux 3.3a\u{1B}\\" + width)
    #expect(tmux.drawsWhole(couple, .joined) && !tmux.drawsWhole(family, .joined))
    let foot = abilities(after: width + "\u{1B}P>|foot(1.16.2)\u{1B}\\")
    #expect(foot.drawsWhole(family, .joined) && !foot.drawsWhole(family, [.joined, .skinTone]))
  }

  @Test func `the environment speaks before the terminal does`() {
    #expect(TerminalAbilities(environment: ["COLORTERM": "truecolor"]).hasTrueColor)
    #expect(!TerminalAbilities(environment: ["COLORTERM": "truecolor", "STY": "1.x"]).hasTrueColor)
    #expect(TerminalAbilities(environment: ["COLORFGBG": "0;15"]).background == .light)
    #expect(TerminalAbilities(environment: ["COLORFGBG": "15;default;0"]).background == .dark)
    #expect(TerminalAbilities(environment: ["COLORFGBG": "x"]).background == nil)
    let asked = abilities(after: "\u{1B}]11;#000000\u{7}", environment: ["COLORFGBG": "0;15"])
    #expect(asked.background == Background(RGBColor(red: 0, green: 0, blue: 0)))
  }

  @Test func `the questions leave nothing on the screen, and small screens are asked less`() {
    let text = TerminalQuestions.text(size: Self.size, asksWidths: true)
    // Saved and put back; hidden, then erased; the fence is last.
    #expect(text.hasPrefix("\u{1B}7\u{1B}[2;1H\u{1B}[8m"))
    #expect(text.hasSuffix("\u{1B}[2;1H\u{1B}[2K\u{1B}[m\u{1B}8\u{1B}[c"))
    #expect(text.contains("👩\u{200D}💻"))
    for size in [Size(width: 20, height: 24), Size(width: 80, height: 1)] {
      #expect(!TerminalQuestions.text(size: size, asksWidths: true).contains("[6n"))
    }
    #expect(!TerminalQuestions.text(size: Self.size, asksWidths: false).contains("[6n"))
  }
}
