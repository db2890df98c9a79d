import Foundation
import Subprocess
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A server that a file describes, and its administrator on the same machine.
@Suite(.timeLimit(.minutes(10)))
struct ServerConfigTests {
  private func with(_ body: (ServerHome) async throws -> Void) async throws {
    try await World.with { try await body(ServerHome(world: $0)) }
  }

  @Test func `the commands of the machine mean its server, and say so once`() async throws {
    try await with { home in
      try home.write("[accounts]\nsign-up = \"closed\"\nquota = \"7 MB\"\nmembers-invite = 3")
      try await home.serve { _, _ in
        let status = try await home.program.run(["cloud", "status"])
        #expect(status.code == 0, "\(status)")
        #expect(status.output.contains("address   unix:\(home.path("s.sock"))"), "\(status)")
        #expect(status.output.contains(" MB free"), "\(status)")
        let note = "This is about the server of \(home.config)."
        #expect(status.words == note + "\n")
        let limits = try await home.program.run(["cloud", "limits", "--json"])
        #expect(limits.output.contains(#""signUp":"closed""#), "\(limits)")
        #expect(limits.output.contains(#""quotaBytes":7000000"#), "\(limits)")
        #expect(limits.output.contains(#""membersInvite":3"#), "\(limits)")
        #expect(limits.words == note + "\n")
        // The embedded cloud of somebody is theirs; root is about the machine.
        let own = try await home.program.run(["cloud", "start"])
        #expect(own.code == 0, "\(own)")
        let mine = try await home.program.run(["cloud", "status"])
        #expect(mine.output.contains(home.path("s.sock")) == (geteuid() == 0), "\(mine)")
        #expect(mine.words.isEmpty == (geteuid() != 0), "\(mine)")
      }
    }
  }

  @Test func `a server that does not run is started by systemd, and commands say so`() async throws
  {
    try await with { home in
      try home.write()
      for command in [["invite"], ["status"]] {
        let down = try await home.program.run(["cloud"] + command)
        #expect(down.code == 1, "\(down)")
        #expect(down.words.contains("systemctl start zonechat’"), "\(down)")
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0))
  func `who cannot read the file of the server is told to use sudo`() async throws {
    try await with { home in
      try home.write()
      chmod(home.config, 0)
      let refused = try await home.program.run(["cloud", "accounts"])
      #expect(refused.code == 1 && refused.words.contains("sudo zonechat cloud"), "\(refused)")
      let doctor = try await home.program.run(["cloud", "doctor"])
      #expect(doctor.code == 1 && doctor.words.contains("with sudo"), "\(doctor)")
    }
  }

  @Test func `the file takes the place of the options, and of a limit that was set by hand`()
    async throws
  {
    try await with { home in
      try home.write()
      for option in [
        ["--listen", "127.0.0.1:0"], ["--data", home.path("other")], ["--ephemeral"],
        ["--public-url", "https://a.b"], ["--socket", "/s"], ["--trusted-proxy", "127.0.0.1"],
        ["--tls-self-made"], ["--containers", "/c"],
      ] {
        let refused = try await home.program.run(
          ["cloud", "serve", "--config", home.config] + option)
        #expect(refused.code == 2 && refused.words.contains("cannot be used with --config"))
      }
      try await home.serve { _, _ in
        let changed = try await home.program.run(["cloud", "limits", "--sign-up", "open"])
        #expect(changed.output.contains("open"), "\(changed)")
        #expect(changed.output.contains("session idle    180 days"), "\(changed)")
        let invited = try await home.program.run(["cloud", "invite", "bob"])
        #expect(invited.words.contains("For one new account ‘bob’, until "), "\(invited)")
        #expect(invited.words.contains("On the other machine: zonechat 'LINK'"), "\(invited)")
        #expect(changed.words.contains("Change sign-up in \(home.config) too."), "\(changed)")
      }
      try await home.serve { _, _ in
        let limits = try await home.program.run(["cloud", "limits", "--json"])
        #expect(limits.output.contains(#""signUp":"invitation""#), "\(limits)")
      }
    }
  }

  @Test func `a file that others can change, and what is no file, is refused`() async throws {
    try await with { home in
      try home.write()
      chmod(home.config, 0o660)
      let open = try await home.program.run(["cloud", "serve", "--config", home.config])
      #expect(open.code == 2 && open.words.contains("chmod go-w"), "\(open)")
      let pipe = home.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, home.world.home.path, "/dev/null"] {
        let refused = try await home.program.run(["cloud", "serve", "--config", path])
        #expect(refused.code == 2 && refused.words.contains("no ordinary file"), "\(refused)")
      }
      let missing = try await home.program.run(["cloud", "serve", "--config", "/nowhere.toml"])
      #expect(missing.code == 1 && missing.words.contains("cannot be read"), "\(missing)")
      let script = home.path("tell")
      try home.write("[warn]\nfree-space = \"1 GB\"\ncommand = \"\(script)\"")
      let none = try await home.program.run(["cloud", "serve", "--config", home.config])
      #expect(none.code == 2 && none.words.contains("There is no \(script)"), "\(none)")
      try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: script))
      chmod(script, 0o777)
      let writable = try await home.program.run(["cloud", "serve", "--config", home.config])
      #expect(writable.code == 2 && writable.words.contains("Others can change \(script)"))
      try home.write(tls: "proxies = [\"127.0.0.1\"]")
      let text = try String(contentsOfFile: home.config, encoding: .utf8)
      try Data(text.replacing("127.0.0.1:0", with: "0.0.0.0:0").utf8)
        .write(to: URL(fileURLWithPath: home.config))
      let plain = try await home.program.run(["cloud", "serve", "--config", home.config])
      #expect(
        plain.code == 2 && plain.words.contains("line 3, column 1: ‘listen’ has 0.0.0.0:0"),
        "\(plain)")
    }
  }

  @Test func `a service manager hears when the server is ready, reads again, and stops`()
    async throws
  {
    try await with { home in
      try home.write()
      let notify = home.path("n.sock")
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      defer { close(descriptor) }
      try bind(descriptor, to: notify)
      try await home.serve(["NOTIFY_SOCKET": notify]) { _, process throws in
        #expect(
          next(descriptor) == "READY=1\nSTATUS=Serves https://localhost:1 at 127.0.0.1:0.")
        kill(process, SIGHUP)
        #expect(
          next(descriptor).wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=\d+/) != nil)
        #expect(next(descriptor).hasPrefix("READY=1\n"))
        // It still runs, and answers.
        #expect(try await home.program.run(["cloud", "status"]).code == 0)
        kill(process, SIGTERM)
        #expect(next(descriptor) == "STOPPING=1")
      }
    }
  }

  @Test func `backups have dates, the newest are kept, and nothing else is touched`() async throws {
    try await with { home in
      try home.write()
      let folder = URL(fileURLWithPath: home.path("backups"))
      let old = ["zonechat-20200101T000000Z.sqlite", "zonechat-20200102T000000Z.sqlite"]
      for name in old + ["notes.txt", "zonechat.sqlite"] {
        try Data("x".utf8).write(to: folder.appending(path: name))
      }
      try FileManager.default.createDirectory(
        at: folder.appending(path: old[0] + ".assets"), withIntermediateDirectories: false)
      let command = ["cloud", "backup", "--config", home.config, "--rotate"]
      // A copy that fails costs none.
      let down = try await home.program.run(command)
      #expect(down.code == 1 && down.words.contains("does not run"), "\(down)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
      try await home.serve { _, _ in
        let made = try await home.program.run(command)
        #expect(made.code == 0, "\(made)")
        var names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let new = try #require(
          names.first { $0.wholeMatch(of: /zonechat-2.*Z\.sqlite/) != nil && !old.contains($0) })
        names.removeAll { $0 == new || $0 == new + ".assets" }
        #expect(names == ["notes.txt", old[1], "zonechat.sqlite"])
      }
      let both = try await home.program.run(command + ["file"])
      #expect(both.code == 2, "\(both)")
    }
  }

  @Test(.enabled(if: geteuid() == 0))
  func `only the owner of the folder rotates what is in it`() async throws {
    try await with { home in
      try home.write()
      #expect(chown(home.path("backups"), 1, 1) == 0)
      let refused = try await home.program.run(
        ["cloud", "backup", "--config", home.config, "--rotate"])
      #expect(refused.code == 2 && refused.words.contains("sudo -u daemon zonechat"), "\(refused)")
    }
  }

  @Test func `a program is told that the disk is nearly full, without a shell`() async throws {
    try await with { home in
      let told = home.path("told")
      let script = home.path("tell me")
      let isWritten = FileManager.default.createFile(
        atPath: script,
        contents: Data("#!/bin/sh\ncat > '\(told).new'; mv '\(told).new' '\(told)'\n".utf8),
        attributes: [.posixPermissions: 0o700])
      try #require(isWritten)
      // More than any disk has.
      try home.write("[warn]\nfree-space = \"9000 TB\"\ncommand = \"\(script)\"")
      try await home.serve { _, _ in
        let alice = try await home.program.run(
          ["account", "create", "alice", "--cloud", "unix:" + home.path("s.sock")])
        #expect(alice.code == 0, "\(alice)")
        let made = try await home.program.run(["new", "Trip"])
        #expect(made.code == 0, "\(made)")
        _ = try await home.program.run(["sync"])
        try await until("the sentence") { FileManager.default.fileExists(atPath: told) }
        let sentence = try String(contentsOfFile: told, encoding: .utf8)
        #expect(sentence.hasPrefix("The disk of the ZoneChat server has only "), "\(sentence)")
        #expect(sentence.hasSuffix(".\n"), "\(sentence)")
      }
    }
  }

  @Test func `doctor says what is wrong with a server, and what to do`() async throws {
    try await with { home in
      try home.write()
      let down = try await home.program.run(["cloud", "doctor"])
      #expect(down.code == 1, "\(down)")
      #expect(down.output.contains("!   server       it does not run"), "\(down)")
      #expect(down.output.contains("‘systemctl start zonechat’"), "\(down)")
      try await home.serve { _, _ in
        let found = try await home.program.run(["cloud", "doctor", "--json"])
        // Nobody listens at the port of the address, which the test may not use.
        #expect(found.code == 1, "\(found)")
        #expect(found.output.contains(#""isSound":true,"name":"server""#), "\(found)")
        #expect(found.output.contains(#""isSound":false,"name":"port""#), "\(found)")
      }
      let missing = try await home.program.run(["cloud", "doctor", "--config", "/nowhere"])
      #expect(missing.code == 1 && missing.words.contains("/nowhere cannot be read"))
    }
  }

  /// Binds a datagram socket, as a service manager has it.
  private func bind(_ descriptor: Int32, to path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
  }

  /// The next datagram, for which this waits a minute at most.
  private func next(_ descriptor: Int32) -> String {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, 60_000) == 1 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
