import Foundation
import Subprocess
import Testing

/// Others on the same machine, and a disk that takes nothing.
@Suite(.timeLimit(.minutes(15)))
struct StrangerTests {
  @Test func `nothing is asked at another user's socket, unless the address names them`()
    async throws
  {
    try await World.with { world in
      // Where nobody else is to be had the address names somebody else.
      let isOther = OtherUser.isAvailable
      let folder = world.home.appendingPathComponent("s")
      try #require(mkdir(folder.path, 0o700) == 0)
      if isOther {
        try #require(chown(folder.path, OtherUser.number, OtherUser.number) == 0)
        try #require(chmod(world.home.path, 0o711) == 0)
      }
      let socket = folder.appendingPathComponent("c.sock").path
      let serve = ["cloud", "serve", "--ephemeral", "--access-log", "--socket", socket]
      var configuration = world.program.configuration(serve)
      if isOther {
        configuration.executable = .name("setpriv")
        configuration.arguments = Arguments(OtherUser.arguments(serve))
        configuration.environment = .inherit.updating(["TMPDIR": "/tmp"])
      }
      let (stranger, friend) =
        isOther
        ? ("unix:\(socket)", "unix:\(OtherUser.number)@\(socket)")
        : ("unix:4711@\(socket)", "unix:\(socket)")
      _ = try await Subprocess.run(
        configuration, input: .none, output: .discarded, error: .sequence
      ) { cloud in
        var lines = cloud.standardError.strings().makeAsyncIterator()
        while let line = try await lines.next(), !line.contains("listens at") {}
        let refused = try await world.run(nil, "--cloud", stranger, "account", "create", "alice")
        #expect(refused.code == 1)
        #expect(refused.words.contains("Nothing was sent to \(socket)"), "\(refused.words)")
        try await world.did(nil, "--cloud", friend, "account", "create", "bob")
        try cloud.send(signal: .terminate)
        var requests: [String] = []
        while let line = try await lines.next() {
          if line.contains("/extension/1/") { requests.append(line) }
        }
        #expect(requests.count == 1, "only bob's: \(requests)")
      }
    }
  }

  @Test func `a cloud's folder that others can enter is said to the person`() async throws {
    try await World.with { world in
      try await world.did("alice", "account", "create", "alice")
      try await world.did(nil, "cloud", "stop")
      for folder in ["data/cloud", "run"] {
        let path = world.home.appendingPathComponent(folder).path
        try #require(chmod(path, 0o777) == 0)
        let refused = try await world.run(nil, "cloud", "start")
        #expect(refused.code == 1)
        #expect(refused.words.contains("chmod 700 \(path)"), "\(refused.words)")
        try #require(chmod(path, 0o700) == 0)
      }
      let profile = world.home.appendingPathComponent("data/profiles/alice").path
      try #require(chmod(profile, 0o777) == 0)
      let refused = try await world.run("alice", "chats")
      #expect(refused.code == 1)
      #expect(refused.words.contains("chmod 700 \(profile)"), "\(refused.words)")
    }
  }

  @Test func `the error of a cloud that cannot start reaches the person`() async throws {
    try await World.with { world in
      let store = world.home.appendingPathComponent("data/cloud/cloud.sqlite")
      try await world.did(nil, "cloud", "start")
      try await world.did(nil, "cloud", "stop")
      for end in ["-wal", "-shm"] { unlink(store.path + end) }
      try Data(repeating: 65, count: 4096).write(to: store)
      let refused = try await world.run(nil, "cloud", "start")
      #expect(refused.code == 1)
      #expect(refused.words.contains("could not be started"), "\(refused.words)")
      #expect(refused.words.contains("The cloud's store"), "\(refused.words)")
    }
  }

  @Test func `too few open files are said`() async throws {
    try await World.with { world in
      let result = try await world.program.run(
        .name("sh"), ["-c", "ulimit -n 16; exec \"$0\" chats", Program.executable.path])
      #expect(result.code == 1)
      #expect(result.words.contains("ulimit -n 1024"), "\(result.words)")
    }
  }

  @Test(.enabled(if: geteuid() != 0 || OtherUser.isAvailable))
  func `everything can be read where nothing can be written`() async throws {
    try await World.with { world in
      try await makeReadableChat(in: world)
      try #require(chmod(world.home.path, 0o755) == 0)
      try OtherUser.giveReadOnly(world.home.appendingPathComponent("data"))
      try await expectReading { arguments in
        geteuid() == 0
          ? try await world.program.run(.name("setpriv"), OtherUser.arguments(arguments))
          : try await world.program.run(arguments)
      }
    }
  }

  @Test func `everything can be read where nothing more can be written`() async throws {
    try await World.with { world in
      try await makeReadableChat(in: world)
      // As on a full disk, no file can grow.
      try await expectReading { arguments in
        try await world.program.run(
          .name("sh"),
          ["-c", "ulimit -f 0; exec \"$0\" \"$@\"", Program.executable.path] + arguments)
      }
      try await Terminal.with(world, "--profile", "alice", shell: "ulimit -f 0; exec sh") { alice in
        try await alice.sees("to be read")
        try await alice.type("lost?")
        try await alice.press("Enter")
        try await alice.sees("nothing was saved")
      }
      // With room again nothing is missing.
      try await world.did(nil, "cloud", "start")
      for person in ["alice", "bob"] { try await world.did(person, "sync") }
      #expect(
        try await world.messages("bob", in: "Crew").map(\.text) == ["to be read", "to be sent"])
    }
  }

  /// Leaves alice with one message that was received and one that waits; the cloud is stopped.
  private func makeReadableChat(in world: World) async throws {
    try await world.chat("Crew", of: ["alice", "bob"])
    try await world.did("bob", "send", "Crew", "to be read", "--wait")
    try await world.did("alice", "read", "Crew", "--peek")
    try await world.did(nil, "cloud", "stop")
    _ = try await world.run("alice", "send", "Crew", "to be sent")
  }

  /// Expects that alice can read everything and write nothing; `run` runs her commands.
  private func expectReading(
    by run: ([String]) async throws -> Program.Result
  ) async throws {
    func asked(_ arguments: String...) async throws -> Program.Result {
      try await run(["--profile", "alice"] + arguments)
    }
    let read = try await asked("read", "Crew")
    #expect(read.code == 0 && read.output.contains("to be read"), "\(read.words)")
    #expect(read.words.contains("This is the local copy"), "\(read.words)")
    #expect(try await asked("chats").output.contains("Crew"))
    #expect(try await asked("search", "read").output.contains("to be read"))
    #expect(try await asked("outbox").output.contains("to be sent"))
    #expect(try await asked("members", "Crew").output.contains("bob"))
    let send = try await asked("send", "Crew", "lost?")
    #expect(send.code == 1 && send.words.contains("nothing was saved"), "\(send.words)")
  }
}
