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
    let theme = try ThemeForms.read(
      "accent = 'bold magenta'\nbase = 'light'\nnames = ['red', '12']"
    ).get()
    for background in [Background.dark, .light] {
      let shown = theme.on(background, colors: .palette)
      #expect(shown[.accent] == .bold.foreground(.magenta))
      #expect(shown[.warning] == ColorTheme.light[.warning])
      #expect(shown.names == [.plain.foreground(.red), .plain.foreground(.brightBlue)])
    }
  }

  @Test(arguments: [
    (
      "accent = \"bold yelow\"",
      "Line 1, column 10: ‘bold yelow’ has ‘yelow’, which is neither an emphasis, nor a colour, "
        + "nor a number from 0 to 255, nor like #ff8800. Did you mean ‘yellow’?"
    ),
    (
      "accent = \"#ff88\"",
      "Line 1, column 10: ‘#ff88’ has ‘#ff88’, which is neither an emphasis, nor a colour, "
        + "nor a number from 0 to 255, nor like #ff8800."
    ),
    (
      "acent = \"red\"",
      "Line 1, column 1: There is no role ‘acent’ for a style. "
        + "Did you mean ‘accent’?"
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
    guard case .failure(let mistakes) = ThemeForms.read(text) else {
      Issue.record("no mistake in \(text)")
      return
    }
    #expect(mistakes.problems.map(\.sentence) == [sentence])
  }

  @Test func `a colour may be given by its parts`() throws {
    let theme = try ThemeForms.read("accent = 'bold #FF8800 on #000001'").get().dark
    let orange = Color.rgb(RGBColor(red: 255, green: 136, blue: 0))
    let dark = Color.rgb(RGBColor(red: 0, green: 0, blue: 1))
    #expect(theme[.accent] == .bold.foreground(orange).background(dark))
  }

  @Test func `without a choice the background chooses, and single colours count for both`() throws {
    #expect(Settings().theme.on(.dark, colors: .palette) == ColorTheme.dark.form(for: .palette))
    #expect(Settings().theme.on(.light, colors: .palette) == ColorTheme.light.form(for: .palette))
    let text = "theme = \"auto\"\n[colors]\naccent = \"red\"\n"
    let settings = try Settings.read(text, vocabulary: SettingsTests.vocabulary).get()
    for background in [Background.dark, .light] {
      for colors in [ColorSupport.palette, .sixteen, .eight] {
        let shown = settings.theme.on(background, colors: colors)
        #expect(shown[.accent] == .plain.foreground(.red))
      }
    }
    #expect(settings.theme.light[.warning] == ColorTheme.light[.warning])
    let wrong = "theme = \"light\"\n[colors]\nacent = \"red\"\n"
    guard case .failure(let mistakes) = Settings.read(wrong, vocabulary: SettingsTests.vocabulary)
    else {
      Issue.record("no mistake")
      return
    }
    #expect(mistakes.problems.count == 1)
  }

  @Test func `on an unknown background, a theme that is not chosen paints no surface`() throws {
    let shown = Settings().theme.on(nil, colors: .palette)
    #expect(shown == ColorTheme.dark.form(for: .sixteen))
    #expect(shown[.panel] == .plain && shown[.raised] == .plain && shown[.text] == .plain)
    let chosen = try Settings.read("theme = \"dark\"\n", vocabulary: SettingsTests.vocabulary).get()
    #expect(chosen.theme.on(nil, colors: .palette) == ColorTheme.dark.form(for: .palette))
  }

  @Test func `settings name a theme, and change single styles of it`() throws {
    let text = "theme = \"mono\"\n[colors]\naccent = \"red\"\n"
    let settings = try Settings.read(text, vocabulary: SettingsTests.vocabulary).get()
    #expect(settings.theme.dark[.accent] == .plain.foreground(.red))
    #expect(settings.theme.dark[.strong] == ColorTheme.mono[.strong])
    #expect(settings.theme.light.names == ColorTheme.mono.names)
  }

  @Test func `without colours, every theme says everything by emphasis`() {
    for theme in ThemeForms.builtIn.values {
      let shown = theme.on(.dark, colors: .none)
      #expect(shown == ColorTheme.mono.form(for: .none))
    }
    let mono = ColorTheme.mono
    for style in ThemeRole.allCases.map({ mono[$0] }) + mono.names {
      #expect(style.foreground == .standard && style.background == .standard)
    }
    // A row that has the keys, the words of a search and a mention of the reader are seen; trouble is not plain.
    for role in [ThemeRole.selected, .hit, .accentOn] {
      #expect(mono[role].attributes.contains(.reverse), "\(role)")
    }
    for role in [ThemeRole.strong, .accent, .unreadLine, .warning, .danger, .cursor, .link] {
      #expect(mono[role] != mono[.text] && mono[role] != mono[.faint], "\(role)")
    }
    #expect(Set([mono[.accent], mono[.warning], mono[.danger], mono[.faint]]).count == 4)
  }

  @Test func `nothing is dim or reversed where there are 256 colours`() {
    for theme in ThemeForms.builtIn.filter({ $0.key != "mono" }).values {
      for shown in [theme.dark, theme.light] {
        for style in ThemeRole.allCases.map({ shown[$0] }) + shown.names {
          #expect(style.attributes.isDisjoint(with: [.dim, .reverse]))
        }
      }
    }
  }

  @Test func `the forms of 16 colours name only colours that every terminal has`() {
    let named = Set((0..<16).map { Color.palette($0) } + [.standard])
    for theme in [ColorTheme.dark, .light, .highContrast, .highContrastLight] {
      let shown = theme.form(for: .sixteen)
      let styles = ThemeRole.allCases.map { shown[$0] } + shown.names
      let colors = styles.flatMap { [$0.foreground, $0.background] }
      #expect(Set(colors).subtracting(named).isEmpty)
      // No sender has the colour of what needs the person, and none that of a mistake.
      let taken = [ThemeRole.accent, .danger].map { shown[$0].foreground }.filter {
        $0 != .standard
      }
      #expect(shown.names.allSatisfy { !taken.contains($0.foreground) })
    }
  }
}
