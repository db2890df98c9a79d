import Foundation
import Subprocess
import TestSupport
import Testing

/// A machine becomes a server: by questions, by options, and not by mistake.
@Suite(.timeLimit(.minutes(10)))
struct SetupTests {
  private func with(_ body: (ServerHome) async throws -> Void) async throws {
    try await World.with { try await body(ServerHome(world: $0)) }
  }

  /// The words that write everything into the home, and start nothing.
  private func words(_ home: ServerHome, _ more: [String]) -> [String] {
    [
      "cloud", "setup", "--config", home.config, "--unit-folder", home.path("units"), "--data",
      home.path("server"), "--no-start",
    ] + more
  }

  private func text(_ home: ServerHome, _ name: String = "server.toml") throws -> String {
    try String(contentsOfFile: home.path(name), encoding: .utf8)
  }

  @Test func `every answer can be an option, and the server of the file runs`() async throws {
    try await with { home in
      let result = try await home.program.run(
        words(
          home,
          [
            "--address", "localhost:8443", "--self-made", "--sign-up", "open", "--name", "Home",
            "--listen", "127.0.0.1:0",
          ]))
      #expect(result.code == 0, "\(result)")
      #expect(result.words.contains("zonechat cloud serve --config \(home.config)"), "\(result)")
      #expect(result.words.contains("umask 077; tar -czf zonechat-keys.tgz"), "\(result)")
      let configFolder = (home.config as NSString).deletingLastPathComponent
      #expect(
        result.words.contains("client.secret tls -C \(configFolder) server.toml'"), "\(result)")
      #expect(result.output.isEmpty)
      let written = try text(home)
      #expect(written.contains("\nname = \"Home\"\n"))
      #expect(written.contains("\naddress = \"https://localhost:8443\"\n"))
      #expect(written.contains("\nsign-up = \"open\"\n"))
      let mode = try FileManager.default.attributesOfItem(atPath: home.config)[.posixPermissions]
      #expect(mode as? Int == 0o640)
      let folder = try FileManager.default.attributesOfItem(atPath: home.path("units"))
      #expect(folder[.posixPermissions] as? Int == 0o755)
      let unit = try text(home, "units/zonechat.service")
      #expect(unit.contains("cloud serve --config \(home.config)\n"))
      #expect(unit.contains("ExecStart=\(Program.executable.resolvingSymlinksInPath().path) "))
      try await home.serve { url, _ in
        #expect(url.hasPrefix("https://127.0.0.1:"))
      }
    }
  }

  @Test func `without a terminal nothing is asked, and the options are named`() async throws {
    try await with { home in
      let none = try await home.program.run(words(home, []))
      #expect(none.code == 2, "\(none)")
      for option in ["--address", "--certificate", "--proxy", "--self-made", "--sign-up"] {
        #expect(none.words.contains(option), "\(none)")
      }
      let one = try await home.program.run(
        words(home, ["--address", "chat.example", "--self-made"]))
      #expect(one.code == 2 && one.words.contains("Give --sign-up POLICY."), "\(one)")
      #expect(!FileManager.default.fileExists(atPath: home.config))
    }
  }

  @Test func `at a terminal three questions make a server`() async throws {
    try await with { home in
      try await PseudoTerminal.with(
        home.world, [Program.executable.path] + words(home, [])
      ) { terminal in
        try await terminal.sees("By which name or address")
        terminal.type("not a host\r")
        try await terminal.sees("Write a host")
        terminal.type("chat.example:8443\r")
        try await terminal.sees("Who says that it is this server?")
        terminal.type("4\r")
        try await terminal.sees("Write 1, 2 or 3.")
        terminal.type("3\r")
        try await terminal.sees("Who may make an account?")
        terminal.type("\r")
        #expect(await terminal.ended() == .exited(0))
      }
      let written = try text(home)
      #expect(written.contains("\naddress = \"https://chat.example:8443\"\n"))
      #expect(written.contains("\nlisten = [\"[::]:8443\"]\n"))
      #expect(written.contains("\nauthority = \"self-made\"\n"))
      #expect(written.contains("\nsign-up = \"invitation\"\n"))
    }
  }

  @Test func `a question that gets no answer writes nothing`() async throws {
    try await with { home in
      try await PseudoTerminal.with(
        home.world, [Program.executable.path] + words(home, ["--proxy", "127.0.0.1"])
      ) { terminal in
        try await terminal.sees("By which name or address")
        terminal.type("chat.example\r")
        // Of the certificate an option has said it.
        try await terminal.sees("Who may make an account?")
        terminal.type("\u{4}")
        #expect(await terminal.ended() == .exited(2))
      }
      #expect(!FileManager.default.fileExists(atPath: home.config))
    }
  }

  @Test func `a file that is there stays, and with --force the former is kept`() async throws {
    try await with { home in
      try Data("# mine\n".utf8).write(to: URL(fileURLWithPath: home.config))
      let options = words(
        home, ["--address", "chat.example", "--proxy", "127.0.0.1", "--sign-up", "invitation"])
      let refused = try await home.program.run(options)
      #expect(refused.code == 1 && refused.words.contains("--force"), "\(refused)")
      #expect(try text(home) == "# mine\n")
      for _ in 1...2 {
        let forced = try await home.program.run(options + ["--force"])
        #expect(forced.code == 0, "\(forced)")
        #expect(
          forced.words.contains("reverse_proxy 127.0.0.1:8080 {\n    flush_interval -1\n"),
          "\(forced)")
      }
      #expect(try text(home, "server.toml.before-setup") == "# mine\n")
      let second = try text(home)
      #expect(second.contains("\nproxies = [\"127.0.0.1\"]\n"))
      // Each file that differs is kept, and people are not left behind with an authority that is gone.
      let own = words(
        home, ["--address", "chat.example", "--self-made", "--sign-up", "invitation", "--force"])
      let made = try await home.program.run(own)
      #expect(made.code == 0 && !made.words.contains("account move"), "\(made)")
      #expect(try text(home, "server.toml.before-setup") == "# mine\n")
      #expect(try text(home, "server.toml.before-setup-2") == second)
      let back = try await home.program.run(options + ["--force"])
      #expect(
        back.words.contains("zonechat account move --force https://chat.example/join"), "\(back)")
    }
  }

  @Test func `a certificate that does not fit is said at once, and nothing is written`()
    async throws
  {
    try await with { home in
      let authority = try TestAuthority()
      let good = try authority.certificate(for: ["chat.example", "*.chat.example"])
      let other = try authority.certificate(for: ["other.example"])
      let old = try authority.certificate(
        for: ["chat.example"], notBefore: Date(timeIntervalSince1970: 1_000_000_000),
        notAfter: Date(timeIntervalSince1970: 1_100_000_000))
      func setup(
        _ chain: String, _ key: String, _ address: String = "chat.example"
      ) async throws -> Program.Result {
        for (name, text) in [("c.pem", chain), ("k.pem", key)] {
          let isWritten = FileManager.default.createFile(
            atPath: home.path(name), contents: Data(text.utf8),
            attributes: [.posixPermissions: 0o600])
          try #require(isWritten)
        }
        return try await home.program.run(
          words(
            home,
            [
              "--address", address, "--certificate", home.path("c.pem"), "--key",
              home.path("k.pem"), "--sign-up", "closed",
            ]))
      }
      let wrongName = try await setup(other.chainPEM, other.keyPEM)
      #expect(
        wrongName.code == 1
          && wrongName.words.contains("is for other.example, not for chat.example"), "\(wrongName)")
      let wrongKey = try await setup(good.chainPEM, other.keyPEM)
      #expect(wrongKey.code == 1 && wrongKey.words.contains("is not that of"), "\(wrongKey)")
      let expired = try await setup(old.chainPEM, old.keyPEM)
      #expect(
        expired.code == 1 && expired.words.contains("is valid from 2001-09-09 to 2004-11-09"),
        "\(expired)")
      #expect(!FileManager.default.fileExists(atPath: home.config))
      let fits = try await setup(good.chainPEM, good.keyPEM, "https://a.chat.example")
      #expect(fits.code == 0, "\(fits)")
      #expect(try text(home).contains("\ncertificate = \"\(home.path("c.pem"))\"\n"))
    }
  }

  @Test(arguments: [
    ["--certificate", "/c"], ["--key", "/k"], ["--self-made", "--proxy", "127.0.0.1"],
    ["--self-made", "--certificate", "/c", "--key", "/k"], ["--address", "a b"],
    ["--name", ""], ["--listen", "443"], ["--sign-up", "all"],
    // The rules of the file hold for what was asked too.
    ["--address", "http://chat.example", "--self-made", "--sign-up", "open"],
    ["--address", "chat.example", "--proxy", "caddy", "--sign-up", "open"],
    [
      "--address", "chat.example", "--proxy", "127.0.0.1", "--sign-up", "open", "--listen",
      "0.0.0.0:8080",
    ],
  ])
  func `wrong usage writes nothing`(options: [String]) async throws {
    try await with { home in
      let refused = try await home.program.run(words(home, options))
      #expect(refused.code == 2, "\(options): \(refused)")
      #expect(!FileManager.default.fileExists(atPath: home.config))
    }
  }
}
