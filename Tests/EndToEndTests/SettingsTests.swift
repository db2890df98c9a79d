import Foundation
import Subprocess
import Testing

/// The settings file, the commands that speak of it, and the pages that the program writes.
@Suite(.timeLimit(.minutes(5)))
struct SettingsTests {
  private func write(_ text: String, in world: World) throws -> URL {
    let folder = world.home.appendingPathComponent("config")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("config.toml")
    try Data(text.utf8).write(to: file, options: .atomic)
    return file
  }

  @Test func `the pages made from the program are up to date`() async throws {
    try await World.with { world in
      for (page, command) in [
        ("docs/keys.md", ["keys", "--page"]), ("docs/zonechat.1", ["manual"]),
        ("docs/commands.md", ["manual", "--commands"]),
      ] {
        let made = try await world.program.run(command).output
        #expect(made == (try Checkout.text(page)), "\(page): run ‘make pages’")
      }
    }
  }

  @Test func `each command has a manual page with its options, which is installed`() async throws {
    try await World.with { world in
      let prefix = world.home.path + "/prefix"
      let script = Checkout.path("scripts/manual.sh")
      func pages(_ action: String) async throws -> [String: String] {
        let done = try await world.program.run(
          .name("bash"), [script, action, Program.executable.path, prefix])
        #expect(done.code == 0, "\(done)")
        let folder = URL(fileURLWithPath: prefix + "/share/man/man1")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .reduce(into: [:]) { pages, name in
            pages[name] = try String(
              contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
          }
      }
      let installed = try await pages("install")
      #expect(installed["zonechat.1"] == (try Checkout.text("docs/zonechat.1")))
      // The page of all commands has each with its options, also made from the parser.
      var (page, count) = ("", 0)
      for line in try Checkout.text("docs/commands.md").split(separator: "\n") {
        if line.hasPrefix("### ") {
          let name = line.dropFirst(4).replacing(" ", with: "-")
          page = try #require(installed[name + ".1"], "\(name)")
          count += 1
        } else if !page.isEmpty, line.hasPrefix("| `-"),
          let option = line.split(separator: "`").dropFirst().first
        {
          let spelled = option.replacing("-", with: "\\-")
          #expect(page.contains(spelled), "\(option): \(page)")
        }
      }
      #expect(installed.count == count + 1 && count > 90, "\(count) commands")
      let checked = try await world.program.run(
        .name("bash"),
        [
          "-c",
          "command -v groff > /dev/null || exit 0; groff -K utf8 -man -ww -z \(prefix)/share/man/man1/*.1 2>&1",
        ])
      #expect(checked.code == 0 && checked.output.isEmpty, "\(checked.output)")
      #expect(try await pages("uninstall").isEmpty)
      let makefile = try Checkout.text("Makefile")
      for action in ["install", "uninstall"] {
        #expect(
          makefile.contains(
            "scripts/manual.sh \(action) .build/release/zonechat \"$(DESTDIR)$(PREFIX)\""))
      }
    }
  }

  @Test func `the config command names the file and every mistake in it`() async throws {
    try await World.with { world in
      let none = try await world.run(nil, "config")
      #expect(none.code == 0 && none.words.contains("the defaults are in use"), "\(none.words)")
      let example = try await world.run(nil, "config", "--example")
      let file = try write(example.output, in: world)
      let right = try await world.run(nil, "config")
      #expect(right.code == 0 && right.words.contains("are right"), "\(right.words)")
      #expect(right.output.contains(file.path))
      _ = try write("[screen]\nmose = true\n\n[keys]\nsend = \"ctrl+entr\"\n", in: world)
      let wrong = try await world.run(nil, "config")
      #expect(wrong.code == 1)
      #expect(
        wrong.words == """
          Line 2, column 1: There is no setting ‘mose’ in [screen]. Did you mean ‘mouse’?
          Line 5, column 8: ‘ctrl+entr’ is not the name of a key. Did you mean ‘ctrl+enter’?

          """)
      #expect(try await world.run(nil, "keys", "--dump").code == 1)
    }
  }

  @Test func `the dump of the keys is a settings file that makes the same keys`() async throws {
    try await World.with { world in
      _ = try write("preset = \"weechat\"\n[keys]\nquit = [\"f10\", \"ctrl+q\"]\n", in: world)
      let dump = try await world.run(nil, "keys", "--dump")
      #expect(dump.output.contains("quit = [\"F10\", \"Ctrl+Q\"]"))
      _ = try write(dump.output, in: world)
      #expect(try await world.run(nil, "config").code == 0)
      #expect(try await world.run(nil, "keys", "--dump").output == dump.output)
    }
  }

  @Test func `a file that cannot be settings is refused with a reason`() async throws {
    try await World.with { world in
      let file = try write("", in: world)
      try Data([0x22, 0xFF, 0x22]).write(to: file)
      let bytes = try await world.run(nil, "config")
      #expect(bytes.code == 1 && bytes.words.contains("is not UTF-8"), "\(bytes.words)")
      try Data(repeating: 0x20, count: 300_000).write(to: file)
      let long = try await world.run(nil, "config")
      #expect(long.code == 1 && long.words.contains("is longer than"), "\(long.words)")
      try FileManager.default.removeItem(at: file)
      try #require(mkfifo(file.path, 0o600) == 0)
      let pipe = try await world.run(nil, "config")
      #expect(pipe.code == 1 && pipe.words.contains("not an ordinary file"), "\(pipe.words)")
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      let folder = try await world.run(nil, "config")
      #expect(folder.code == 1 && folder.words.contains("not an ordinary file"), "\(folder.words)")
    }
  }

  @Test func `the file is where the XDG rules want it, or where a variable says`() async throws {
    try await World.with { world in
      var environment = world.program.environment
      environment["ZONECHAT_HOME"] = nil
      environment["HOME"] = world.home.path
      environment["XDG_CONFIG_HOME"] = nil
      let standard = try await place(environment)
      #expect(standard == world.home.path + "/.config/zonechat/config.toml")
      environment["XDG_CONFIG_HOME"] = "relative"
      let relative = try await place(environment)
      #expect(relative == standard)
      environment["XDG_CONFIG_HOME"] = world.home.path + "/xdg"
      let chosen = try await place(environment)
      #expect(chosen == world.home.path + "/xdg/zonechat/config.toml")
      environment["ZONECHAT_CONFIG"] = world.home.path + "/other.toml"
      let named = try await place(environment)
      #expect(named == world.home.path + "/other.toml")
    }
  }

  private func place(_ environment: [String: String]) async throws -> String {
    try await Program(environment: environment).run(["config"]).lines.first ?? ""
  }

  @Test func `a theme stands in a file beside the settings`() async throws {
    try await World.with { world in
      let file = try write("theme = \"sea\"\n", in: world)
      let missing = try await world.run(nil, "config")
      #expect(
        missing.words.contains("Line 1, column 9: There is no theme ‘sea’"), "\(missing.words)")
      let themes = file.deletingLastPathComponent().appendingPathComponent("themes")
      try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: false)
      let theme = themes.appendingPathComponent("sea.toml")
      try Data("base = \"light\"\naccent = \"bold blu\"\n".utf8).write(to: theme)
      let broken = try await world.run(nil, "config")
      #expect(
        broken.words.contains("The theme ‘sea’ has a mistake. sea.toml: Line 2, column 10"),
        "\(broken.words)")
      try Data("base = \"light\"\naccent = \"bold blue\"\n".utf8).write(to: theme)
      #expect(try await world.run(nil, "config").code == 0)
    }
  }

  @Test func `settings change while the client runs, and a mistake says where it is`() async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await Terminal.with(world, "--profile", "alice") { terminal in
        try await terminal.sees("F1 help")
        _ = try write("[keys]\nhelp = \"f10\"\n", in: world)
        try await terminal.sees("F10 help")
        _ = try write("[keys]\nhelp = \"ctrl+q\"\n", in: world)
        try await terminal.sees("config.toml is not used. Line 2, column 1")
        try await terminal.sees("F10 help")
        try await terminal.press("F10")
        try await terminal.sees("Keys and commands")
        try await terminal.press("Escape")
        try FileManager.default.removeItem(at: world.home.appendingPathComponent("config"))
        try await terminal.sees("F1 help")
      }
    }
  }
}
