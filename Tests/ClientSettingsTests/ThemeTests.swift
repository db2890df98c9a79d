import ClientSettings
import TOMLText
import TerminalUI
import Testing

struct ThemeTests {
  @Test(arguments: [
    ("bold yellow", Style.bold.foreground(.yellow)), ("plain", .plain), ("underline", .underline),
    ("208 on bright-black", Style.plain.foreground(.palette(208)).background(.brightBlack)),
    ("Red  REVERSE", Style.reverse.foreground(.red)), ("default", .plain),
  ])
  func `a style is emphasis, a colour and a background`(text: String, style: Style) throws {
    #expect(try StyleText.parse(text) == style)
  }

  @Test func `a theme's file begins with another theme`() throws {
    let theme = try ColorTheme.read(
      "unread = 'bold magenta'\nbase = 'light'\nnames = ['red', '12']"
    ).get()
    #expect(theme[.unread] == .bold.foreground(.magenta))
    #expect(theme[.notice] == ColorTheme.light[.notice])
    #expect(theme.names == [.plain.foreground(.red), .plain.foreground(.brightBlue)])
  }

  @Test(arguments: [
    (
      "unread = \"bold yelow\"",
      "Line 1, column 10: ‘bold yelow’ has ‘yelow’, which is neither an emphasis, nor a colour, "
        + "nor a number from 0 to 255, nor like #ff8800. Did you mean ‘yellow’?"
    ),
    (
      "unread = \"#ff88\"",
      "Line 1, column 10: ‘#ff88’ has ‘#ff88’, which is neither an emphasis, nor a colour, "
        + "nor a number from 0 to 255, nor like #ff8800."
    ),
    (
      "unred = \"red\"",
      "Line 1, column 1: There is no role ‘unred’ for a style. "
        + "Did you mean ‘unread’?"
    ),
    ("quiet = 8", "Line 1, column 9: A style must be a text in quotes, as \"bold yellow\"."),
    (
      "base = \"sepia\"",
      "Line 1, column 8: ‘base’ must be one of the themes dark, high-contrast, "
        + "light, mono."
    ),
    ("names = []", "Line 1, column 9: ‘names’ must be a list of 1 to 64 styles in quotes."),
  ])
  func `a mistake in a theme has its place`(text: String, sentence: String) {
    guard case .failure(let mistakes) = ColorTheme.read(text) else {
      Issue.record("no mistake in \(text)")
      return
    }
    #expect(mistakes.problems.map(\.sentence) == [sentence])
  }

  @Test func `a colour may be given by its parts`() throws {
    let theme = try ColorTheme.read("unread = 'bold #FF8800 on #000001'").get()
    let orange = Color.rgb(RGBColor(red: 255, green: 136, blue: 0))
    let dark = Color.rgb(RGBColor(red: 0, green: 0, blue: 1))
    #expect(theme[.unread] == .bold.foreground(orange).background(dark))
  }

  @Test func `without a choice the background chooses, and single colours count for both`() throws {
    #expect(Settings().theme.on(nil) == .dark && Settings().theme.on(.dark) == .dark)
    #expect(Settings().theme.on(.light) == .light)
    let text = "theme = \"auto\"\n[colors]\nunread = \"red\"\n"
    let settings = try Settings.read(text, vocabulary: SettingsTests.vocabulary).get()
    for background in [Background.dark, .light] {
      #expect(settings.theme.on(background)[.unread] == .plain.foreground(.red))
    }
    #expect(settings.theme.light[.notice] == ColorTheme.light[.notice])
    let wrong = "theme = \"light\"\n[colors]\nunred = \"red\"\n"
    guard case .failure(let mistakes) = Settings.read(wrong, vocabulary: SettingsTests.vocabulary)
    else {
      Issue.record("no mistake")
      return
    }
    #expect(mistakes.problems.count == 1)
  }

  @Test func `settings name a theme, and change single styles of it`() throws {
    let text = "theme = \"mono\"\n[colors]\nunread = \"red\"\n"
    let settings = try Settings.read(text, vocabulary: SettingsTests.vocabulary).get()
    #expect(settings.theme.dark[.unread] == .plain.foreground(.red))
    #expect(settings.theme.dark[.key] == ColorTheme.mono[.key])
    #expect(settings.theme.light.names == ColorTheme.mono.names)
  }

  @Test func `the monochrome theme has no colour, and says everything by emphasis`() {
    for role in ThemeRole.allCases {
      #expect(ColorTheme.mono[role].foreground == .standard)
      #expect(ColorTheme.mono[role].background == .standard)
    }
    let failure = ColorTheme.mono[.failure]
    #expect(failure != ColorTheme.mono[.notice] && failure != .plain)
  }
}
