import Foundation
import Processes
import Testing

/// The things that a started program gets from the program that starts it.
struct SpawnTests {
  @Test func `it inherits no descriptors but the standard ones`() throws {
    // A socket of a library that does not close it for others.
    let open = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(open >= 0)
    defer { close(open) }
    let result = try Child.run(
      ["sh", "-c", "ls -l /proc/$$/fd"], environment: ProcessInfo.processInfo.environment,
      output: .captured)
    #expect(result.output.contains(" 0 -> "))
    #expect(!result.output.contains("socket:"), "\(result.output)")
  }

  /// A program that writes its id, and then waits for somebody who never comes.
  private struct HangingProgram {
    let folder: URL

    init(in folder: URL) throws {
      self.folder = folder
      try #require(mkfifo(folder.appendingPathComponent("fifo").path, 0o600) == 0)
    }

    /// The words that start it, below a shell that waits for it.
    var words: [String] {
      let script =
        "echo $$ > '\(folder.path)/id.new'; mv '\(folder.path)/id.new' '\(folder.path)/id'; "
      return ["sh", "-c", "sh -c \"$1\"; true", "sh", script + "read line < '\(folder.path)/fifo'"]
    }

    var id: pid_t? {
      let text = try? String(contentsOf: folder.appendingPathComponent("id"), encoding: .utf8)
      return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// Runs it until `body` has ended.
    func run(
      _ output: Child.Output, _ patience: Child.Patience,
      _ body: (Task<Child.Result?, Never>) async throws -> Void
    ) async throws {
      let environment = ProcessInfo.processInfo.environment
      let task = Task {
        await Child.runAside(words, environment: environment, output: output, patience)
      }
      try await until("the program") { id != nil }
      let process = try #require(id)
      defer { kill(process, SIGKILL) }
      try await body(task)
    }
  }

  private func withHangingProgram(_ body: (HangingProgram) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hanging-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(HangingProgram(in: folder))
  }

  @Test(arguments: [Child.Output.discarded, .captured])
  func `a program that hangs is killed after its time, with the processes that it has started`(
    output: Child.Output
  ) async throws {
    try await withHangingProgram { program in
      try await program.run(output, .killed(after: .seconds(3))) { task in
        let process = try #require(program.id)
        #expect(await task.value?.code == nil)
        try await until("the end of the program") { !isRunning(process) }
      }
    }
  }

  @Test func `bytes are taken as they are, and no more of them than are wanted`() async throws {
    func output(of script: String, limit: Int) async -> Child.Result? {
      await Child.runAside(
        ["/bin/sh", "-c", script], environment: [:], output: .bytes(limit: limit),
        .killed(after: .seconds(30)))
    }
    let bytes = await output(of: #"printf 'a\377\000b'"#, limit: 4)
    #expect(bytes?.code == 0 && bytes?.data == Data([0x61, 0xFF, 0, 0x62]))
    let endless = await output(of: "exec cat /dev/zero", limit: 100_000)
    #expect(try #require(endless).data.count > 100_000)
    #expect(endless?.code != 0, "nobody reads on")
  }

  @Test func `a program that hangs is left, and goes on`() async throws {
    try await withHangingProgram { program in
      try await program.run(.discarded, .left(after: .milliseconds(500))) { task in
        let process = try #require(program.id)
        #expect(await task.value?.code == nil)
        #expect(isRunning(process))
      }
    }
  }

  @Test func `nobody waits for a program after the task is cancelled`() async throws {
    for patience in [Child.Patience.killed(after: .seconds(3600)), .left(after: .seconds(3600))] {
      try await withHangingProgram { program in
        try await program.run(.discarded, patience) { task in
          task.cancel()
          #expect(await task.value?.code == nil)
          let process = try #require(program.id)
          if case .killed = patience {
            try await until("the end of the program") { !isRunning(process) }
          } else {
            #expect(isRunning(process))
          }
        }
      }
    }
  }

  /// Some of the programs are never started, and the others are ended soon after their start.
  @Test(arguments: [Child.Patience.killed(after: .seconds(3600)), .unlimited])
  func `a program stays away when its task is cancelled while it starts`(
    patience: Child.Patience
  ) async throws {
    try await withHangingProgram { program in
      let list = program.folder.appendingPathComponent("ids").path
      func ids() -> [pid_t] {
        // Where no program was started in time, there is no list.
        let text = try? String(contentsOfFile: list, encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { pid_t($0) }
      }
      let words = ["sh", "-c", "echo $$ >> '\(list)'; read line < '\(program.folder.path)/fifo'"]
      let environment = ProcessInfo.processInfo.environment
      for _ in 0..<50 {
        let task = Task {
          await Child.runAside(words, environment: environment, output: .discarded, patience)
        }
        task.cancel()
        #expect(await task.value?.code == nil)
      }
      defer { for id in ids() where isRunning(id) { kill(id, SIGKILL) } }
      try await until("the end of all programs") { !ids().contains(where: isRunning) }
    }
  }

  @Test func `output that a program writes in time is reported`() async throws {
    let environment = ProcessInfo.processInfo.environment
    for patience in [
      Child.Patience.killed(after: .seconds(60)), .left(after: .seconds(60)), .unlimited,
    ] {
      let result = await Child.runAside(
        ["sh", "-c", "echo out; echo err >&2; exit 3"], environment: environment, output: .captured,
        patience)
      #expect(result?.code == 3)
      #expect(result?.output == "out\n")
      #expect(result?.errorOutput == "err\n")
      let missing = await Child.runAside(
        ["/nowhere/program"], environment: environment, output: .discarded, patience)
      #expect(missing?.code == 127)
    }
  }

  @Test func `a program reads the text that it is given, and then the end`() async throws {
    let result = await Child.runAside(
      ["cat"], environment: ProcessInfo.processInfo.environment, input: "a sentence\n",
      output: .captured, .killed(after: .seconds(60)))
    #expect(result?.code == 0)
    #expect(result?.output == "a sentence\n")
  }
}
