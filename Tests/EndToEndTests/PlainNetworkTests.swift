import Foundation
import Testing

/// Where a cloud listens without TLS: by itself only for this machine.
@Suite(.timeLimit(.minutes(10)))
struct PlainNetworkTests {
  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "chat.example:0"])
  func `an address on the network is refused, with the ways out`(address: String) async throws {
    try await World.with { world in
      let refused = try await world.run(
        nil, "cloud", "serve", "--ephemeral", "--listen", address)
      #expect(refused.code == 2, "\(refused)")
      #expect(refused.words.contains("\(address) can be reached from the network"))
      #expect(refused.words.contains("--tls-self-made"))
      #expect(refused.words.contains("--insecure"))
    }
  }

  @Test func `it is served there to who insists`() async throws {
    try await World.with { world in
      // The last one of two options counts.
      try await CloudProcess.with(world, "--listen", "0.0.0.0:0", "--insecure") { cloud in
        #expect(cloud.url.hasPrefix("http://0.0.0.0:"))
      }
    }
  }

  @Test func `the administrator token is not sent where others can read it`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("token")
      try Data("secret\n".utf8).write(to: file)
      // Nobody listens at port 1, and nobody is asked before the answer.
      for command in ["status", "limits"] {
        let refused = try await world.run(
          nil, "cloud", command, "--cloud", "http://192.0.2.1:1", "--admin-token-file", file.path)
        #expect(refused.code == 2, "\(refused)")
        #expect(refused.words.contains("can read the administrator token"), "\(refused)")
        #expect(refused.words.contains("--insecure"), "\(refused)")
      }
    }
  }

  @Test(arguments: [
    ["--tls-certificate", "a.pem"], ["--tls-key", "a.pem"],
    ["--tls-self-made"], ["--tls-self-made-again"],
    ["--tls-certificate", "a.pem", "--tls-key", "a.pem", "--insecure"],
    ["--tls-certificate", "a.pem", "--tls-key", "a.pem", "--tls-self-made"],
  ])
  func `options of TLS that do not fit are refused`(options: [String]) async throws {
    try await World.with { world in
      let refused = try await world.program.run(
        ["cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0"] + options)
      #expect(refused.code == 2, "\(options): \(refused)")
    }
  }
}
