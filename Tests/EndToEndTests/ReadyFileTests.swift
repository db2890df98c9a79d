import Foundation
import Testing

/// The file in which a cloud says where it is: nothing else is ever removed for it.
@Suite(.timeLimit(.minutes(10)))
struct ReadyFileTests {
  @Test func `a place that is no ready file is left alone`() async throws {
    try await World.with { world in
      let notes = world.home.appendingPathComponent("notes.txt")
      let pipe = world.home.appendingPathComponent("pipe").path
      let link = world.home.appendingPathComponent("link").path
      try Data("buy milk\n".utf8).write(to: notes)
      #expect(mkfifo(pipe, 0o600) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: notes.path)
      for (path, words) in [
        (notes.path, "something else"), (pipe, "no ordinary file"), (link, "no ordinary file"),
        ("/dev/null", "no ordinary file"), (world.home.path, "no ordinary file"),
      ] {
        let refused = try await serve(world, "--ready-file", path)
        #expect(refused.code == 2 && refused.words.contains(words), "\(path): \(refused)")
        #expect(access(path, F_OK) == 0, "\(path) is gone")
      }
      #expect(try String(contentsOf: notes, encoding: .utf8) == "buy milk\n")
    }
  }

  @Test func `a mistake in the command leaves an earlier cloud's file there`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("ready").path
      try Data("http://127.0.0.1:1\n".utf8).write(to: URL(fileURLWithPath: file))
      let first = try await serve(world, "--ready-file", file, "--containers", "/nonexistent")
      #expect(first.code == 1 && first.words.contains("/nonexistent cannot be read"), "\(first)")
      let second = try await world.run(
        nil, "cloud", "serve", "--ephemeral", "--ready-file", file)
      #expect(second.code == 2 && second.words.contains("no address"), "\(second)")
      #expect(access(file, F_OK) == 0)
    }
  }

  @Test func `the end of a cloud leaves the file of the next one`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("ready").path
      let other = World(home: world.temporary, program: world.program)
      try await CloudProcess.with(world, "--ready-file", file) { old in
        try await CloudProcess.with(other, "--ready-file", file) { new in
          kill(old.processID, SIGTERM)
          try await until("the old cloud to end") { hasEnded(old.processID) }
          let text = try String(contentsOfFile: file, encoding: .utf8)
          #expect(text.contains(new.url) && !text.contains(old.url), "\(text)")
        }
        try await until("the file to go") { access(file, F_OK) != 0 }
      }
    }
  }

  @Test func `a second cloud at the same socket is refused, and takes nothing`() async throws {
    try await World.with { world in
      let socket = world.home.appendingPathComponent("cloud.sock").path
      try await CloudProcess.with(world) { _ in
        let second = try await world.run(nil, "cloud", "serve", "--ephemeral", "--socket", socket)
        #expect(second.code == 1 && second.words.contains("another cloud listens"), "\(second)")
        try await world.did(nil, "cloud", "status", "--cloud", "unix:" + socket)
      }
    }
  }

  /// Also where nobody has asked for its exit code yet.
  private func hasEnded(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z") ?? true
  }

  private func serve(_ world: World, _ options: String...) async throws -> Program.Result {
    try await world.program.run(
      ["cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0"] + options)
  }
}
