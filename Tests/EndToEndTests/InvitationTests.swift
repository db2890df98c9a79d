import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

/// `cloud invite`, `cloud invitations` and `cloud accounts reset`: links that let somebody in, from the administrator's
/// command to the account.
@Suite(.timeLimit(.minutes(5)))
struct InvitationTests {
  /// The code in a link.
  private func code(in link: String) throws -> String {
    try String(#require(link.firstMatch(of: /,code=([A-Za-z0-9_-]{22})$/), "\(link)").output.1)
  }

  private func post(
    _ cloud: CloudProcess, _ path: String, _ body: String
  ) async throws -> (status: UInt, text: String) {
    var request = HTTPClientRequest(url: "\(cloud.url)/extension/1/\(path)")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: body))
    let client = HTTPClient(eventLoopGroupProvider: .singleton)
    let outcome: Result<(status: UInt, text: String), any Error>
    do {
      let response = try await client.execute(request, timeout: .seconds(30))
      let bytes = try await response.body.collect(upTo: 1 << 20)
      outcome = .success((response.status.code, String(buffer: bytes)))
    } catch {
      outcome = .failure(error)
    }
    try await client.shutdown()
    return try outcome.get()
  }

  @Test
  func `a link of the administrator makes one account, and another one gives it a passphrase`()
    async throws
  {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let token = world.home.appendingPathComponent("admin.token").path
        let way = ["--cloud", cloud.url, "--admin-token-file", token]
        func run(_ words: String...) async throws -> Program.Result {
          try await world.program.run(["cloud"] + words + way)
        }
        #expect(try await run("limits", "--sign-up", "invitation").code == 0)
        let invited = try await run("invite", "bob", "--days", "2")
        #expect(invited.code == 0, "\(invited)")
        let link = invited.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(link.hasPrefix("\(cloud.url)/join#bob,code="), "\(link)")
        #expect(invited.words.contains("For one new account ‘bob’, until "), "\(invited)")
        let code = try code(in: link)
        let body = #"{"name":"bob","passphrase":"correct horse","code":"\#(code)"}"#
        #expect(try await post(cloud, "accounts", body).status == 200)
        #expect(try await post(cloud, "accounts", body.replacing("bob", with: "eve")).status == 410)
        let list = try await run("invitations")
        #expect(list.output.contains("used up") && list.output.contains("bob"), "\(list)")
        #expect(!list.output.contains(code))

        let reset = try await run("accounts", "reset", "bob")
        #expect(reset.words.contains("For a new passphrase of ‘bob’, once, until "), "\(reset)")
        let other = try self.code(
          in: reset.output.trimmingCharacters(in: .whitespacesAndNewlines))
        let entered = try await post(
          cloud, "sessions", #"{"name":"bob","passphrase":"another horse","code":"\#(other)"}"#)
        #expect(entered.status == 200, "\(entered.text)")

        _ = try await run("accounts", "reset", "bob")
        let ended = try await run("accounts", "end-sessions", "bob")
        #expect(
          ended.output == "bob is signed out everywhere. 1 open link of bob was taken back.\n",
          "\(ended)")
        let open = try await run("invite", "--uses", "3")
        #expect(open.words.contains("For 3 new accounts"), "\(open)")
        let revoked = try await run("invitations", "revoke", "--all")
        #expect(revoked.words.contains("Took back 1 invitation."), "\(revoked)")
        let last = try self.code(in: open.output.trimmingCharacters(in: .whitespacesAndNewlines))
        let late = try await post(cloud, "codes/look", #"{"code":"\#(last)"}"#)
        #expect(late.status == 410 && late.text.contains("was taken back"), "\(late.text)")
      }
    }
  }

  @Test func `the commands that are printed mean the same cloud, as they are pasted`() async throws
  {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        // A shell reads a blank and a quote only between quotes.
        let token = world.home.appendingPathComponent("Anna's keys").path
        try FileManager.default.copyItem(
          atPath: world.home.appendingPathComponent("admin.token").path, toPath: token)
        let way = ["--cloud", cloud.url, "--admin-token-file", token]
        func pasted(_ result: Program.Result) async throws -> Program.Result {
          let words = result.words + result.output
          let command = try #require(words.matches(of: /‘zonechat (cloud [^’]+)’/).last?.output.1)
          let line = "'\(Program.executable.path)' \(command)"
          return try await world.program.run(.name("bash"), ["-c", line])
        }
        let made = try await world.program.run(["cloud", "accounts", "create", "bob"] + way)
        #expect(made.code == 0, "\(made)")
        let invited = try await world.program.run(["cloud", "invite", "carl"] + way)
        let revoked = try await pasted(invited)
        #expect(revoked.words.contains("Took back 1 invitation."), "\(invited) \(revoked)")
        let disabled = try await world.program.run(["cloud", "accounts", "disable", "bob"] + way)
        let enabled = try await pasted(disabled)
        #expect(enabled.output == "bob can sign in again.\n", "\(disabled) \(enabled)")
        // What the cloud says itself.
        let unknown = try await world.program.run(["cloud", "accounts", "disable", "eve"] + way)
        #expect(unknown.words.contains("There is no account ‘eve’"), "\(unknown)")
        let list = try await pasted(unknown)
        #expect(list.code == 0 && list.output.contains("bob"), "\(unknown) \(list)")
        #expect(
          !FileManager.default.fileExists(atPath: world.home.appendingPathComponent("data").path),
          "no command has meant another cloud")
      }
    }
  }

  @Test
  func `without an address for the link nothing is made, and the command says how to give one`()
    async throws
  {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let socket = "unix:" + world.home.appendingPathComponent("cloud.sock").path
        let refused = try await world.run(nil, "cloud", "invite", "bob", "--cloud", socket)
        #expect(refused.code == 2 && refused.words.contains("--address https://HOST"), "\(refused)")
        #expect(try await world.did(nil, "cloud", "invitations", "--cloud", socket, "--json") == "")
        for address in ["http://chat.example", "chat.example", "https://chat.example/path"] {
          let wrong = try await world.run(
            nil, "cloud", "invite", "bob", "--cloud", socket, "--address", address)
          #expect(wrong.code == 2, "\(address): \(wrong)")
        }
        let link = try await world.did(
          nil, "cloud", "invite", "bob", "--cloud", socket, "--address", "https://chat.example")
        #expect(link.hasPrefix("https://chat.example/join#bob,code="), "\(link)")
      }
    }
  }

  @Test func `the link of a server that is its own authority names the authority`() async throws {
    try await World.with { world in
      try await SelfMadeServer.with(world) { server in
        let link = try await world.did(
          nil, "cloud", "invite", "--cloud", server.url, "--ca", server.authority,
          "--admin-token-file", world.home.appendingPathComponent("server/admin.token").path)
        let tail = link.trimmingPrefix(server.url)
        #expect(
          tail.wholeMatch(of: /\/join#,ca=[A-Za-z0-9_-]{43},code=[A-Za-z0-9_-]{22}/) != nil,
          "\(link)")
      }
    }
  }
}
