import Foundation
import Subprocess
import Testing

/// The entry by which the desktop opens invitation links with the client.
struct DesktopEntryTests {
  private func desktop(_ world: World, _ action: String, prefix: String) async throws
    -> Program.Result
  {
    let script = Checkout.path("scripts/desktop.sh")
    return try await world.program.run(
      .name("bash"), [script, action, world.home.appending(path: "stage").path, prefix])
  }

  private func entry(_ world: World, prefix: String) -> URL {
    world.home.appending(path: "stage" + prefix + "/share/applications/zonechat.desktop")
  }

  @Test func `links open the installed program, until it is uninstalled`() async throws {
    try await World.with { world in
      let prefix = "/opt/our programs"
      #expect(try await desktop(world, "install", prefix: prefix).code == 0)
      let file = entry(world, prefix: prefix)
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.first == "[Desktop Entry]")
      #expect(lines.contains("MimeType=x-scheme-handler/zonechat;"))
      #expect(lines.contains("Exec=\"/opt/our programs/bin/zonechat\" open -- %u"))
      #expect(lines.contains("Terminal=true"))
      #expect(try await desktop(world, "uninstall", prefix: prefix).code == 0)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      // What is not there any more need not be removed.
      #expect(try await desktop(world, "uninstall", prefix: prefix).code == 0)
    }
  }

  @Test(arguments: ["/opt/$HOME", "/opt/50%", "/opt/\"x\"", "/opt/a\nTerminal=false"])
  func `a folder that an entry cannot name is not registered`(prefix: String) async throws {
    try await World.with { world in
      let result = try await desktop(world, "install", prefix: prefix)
      #expect(result.code == 0)
      #expect(result.words.contains("not registered"))
      #expect(!FileManager.default.fileExists(atPath: entry(world, prefix: prefix).path))
    }
  }

  @Test func `make installs and uninstalls it`() throws {
    let makefile = try Checkout.text("Makefile")
    for action in ["install", "uninstall"] {
      #expect(makefile.contains("scripts/desktop.sh \(action) \"$(DESTDIR)\" \"$(PREFIX)\""))
    }
  }
}
