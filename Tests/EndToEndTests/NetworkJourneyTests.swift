import Foundation
import Subprocess
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The journey from a new server to chats on several machines, over a network with a router, by name and with TLS.
///
/// Where no network can be made here, `ArrivalJourneyTests` and `SetupTests` go the same way on the loopback device.
@Suite(
  .timeLimit(.minutes(15)), .serialized,
  .enabled("only root can make networks", { try await Network.isAvailable() }))
struct NetworkJourneyTests {
  private static let name = "chat.example"

  /// A server that was set up on the server's machine, and how its administrator's commands are run.
  private struct Place: Sendable {
    let network: Network
    let machine: ServerHome

    func administrator(
      _ words: String..., at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
      try await machine.world.did(nil, ["cloud"] + words, at: location)
    }
  }

  /// Runs `body` while the server runs, with the machines of anna and of bob, who are on the friend's network.
  private func withServer(
    _ body: (Place, _ anna: World, _ bob: World) async throws -> Void
  ) async throws {
    try await Network.with { network in
      for machine in [network.server, network.friend] { try machine.names(Self.name, "10.77.1.2") }
      try await machine(of: network.server) { server in
        try await machine(of: network.friend) { anna in
          try await machine(of: network.friend) { bob in
            let home = ServerHome(world: server)
            try await setUp(home)
            try await serve(home) {
              try await body(Place(network: network, machine: home), anna, bob)
            }
          }
        }
      }
    }
  }

  /// A home whose programs run on a machine of the network.
  private func machine(
    of machine: Network.Machine, _ body: (World) async throws -> Void
  ) async throws {
    try await World.with { world in
      var world = world
      world.program.prefix = machine.prefix
      try await body(world)
    }
  }

  private func setUp(_ home: ServerHome) async throws {
    try await home.world.did(
      nil, "cloud", "setup", "--name", "Anna's server", "--address", "https://\(Self.name)",
      "--self-made", "--sign-up", "invitation", "--config", home.config, "--data",
      home.path("server"), "--unit-folder", home.path("units"), "--no-start")
  }

  private func serve(_ home: ServerHome, _ body: () async throws -> Void) async throws {
    _ = try await Subprocess.run(
      home.program.configuration(["cloud", "serve", "--config", home.config]), input: .none,
      output: .discarded, error: .sequence
    ) { execution in
      defer { try? execution.send(signal: .terminate) }  // It may have ended.
      var said = ""
      for try await line in execution.standardError.strings() {
        said += line
        guard line.contains("https://") else { continue }
        return try await body()
      }
      Issue.record("the server did not say where it listens: \(said)")
    }
  }

  /// Somebody comes in by a link, at a screen, and types nothing but a name and a passphrase.
  private func arrive(
    by link: String, as name: String, on machine: World, _ body: (Terminal) async throws -> Void
  ) async throws {
    try await Terminal.with(machine, link, rows: 30) { window in
      try await window.sees("leads to the server \(Self.name)")
      try await window.press("Enter")
      try await window.sees("this server can read what is")
      try await window.type(name)
      try await window.press("Enter")
      try await window.sees("A passphrase for ‘\(name)’")
      try await window.type(SelfMadeServer.passphrase)
      try await window.press("Enter")
      try await body(window)
    }
  }

  private func waits(for text: String, sentIn window: Terminal) async throws {
    try await window.waits(for: "‘\(text)’ to be sent") { screen in
      screen.contains { $0.contains(text) && $0.contains("✓") }
    }
  }

  @Test func `a server, a friend by one link, a chat by another, and a second device`() async throws
  {
    try await withServer { place, anna, bob in
      let first = try await place.administrator("invite", "anna")
      #expect(first.hasPrefix("https://\(Self.name)/join#"), "\(first)")
      try await arrive(by: first, as: "anna", on: anna) { window in
        try await window.sees("F1 help")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await anna.did(nil, "new", "Trip")
      let second = try await place.administrator("invite", "bob")
      try await arrive(by: second, as: "bob", on: bob) { window in
        try await window.sees("F1 help")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      // A code counts once.
      let again = try await bob.run(
        "other", "join", second, "--name", "eve", "--passphrase-file",
        try SelfMadeServer.passphraseFile(on: bob))
      #expect(again.code != 0 && again.words.contains("used"), "\(again.words)")
      let chat = try await anna.did(nil, "invite", "Trip", "--open-link")
      #expect(chat.hasPrefix("https://\(Self.name)/join/"), "\(chat)")
      try await Terminal.with(bob, chat, rows: 30) { window in
        try await window.sees("anna invites you to ‘Trip’.")
        try await window.confirm("You may read and write there.")
        try await window.sees("▎Trip")
        try await window.type("I am in")
        try await window.press("Enter")
        try await waits(for: "I am in", sentIn: window)
        try await anna.did(nil, "send", "Trip", "--wait", "Welcome, bob")
        try await window.sees("Welcome, bob")
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      // Bob's telephone is a machine of its own.
      let link = try await bob.did(
        nil, "account", "link-device", "--passphrase-file",
        try SelfMadeServer.passphraseFile(on: bob))
      try await machine(of: place.network.friend) { phone in
        try await phone.did(nil, "join", link)
        try await phone.did(nil, "sync")
        #expect(
          try await phone.messages(nil, in: "Trip").map(\.text) == ["I am in", "Welcome, bob"])
      }
      let devices = try await bob.did(nil, "account", "sessions")
      #expect(devices.contains("10.77.2.2"), "\(devices)")
      let list = try await place.administrator("accounts")
      #expect(list.contains("anna") && list.contains("bob"), "\(list)")
    }
  }

  @Test func `a network that goes and comes, and a name that moves to IPv6, lose nothing`()
    async throws
  {
    try await withServer { place, anna, bob in
      for (name, machine) in [("anna", anna), ("bob", bob)] {
        try await machine.did(
          nil, "join", try await place.administrator("invite"), "--name", name,
          "--passphrase-file", try SelfMadeServer.passphraseFile(on: machine))
      }
      try await anna.did(nil, "new", "Trip")
      try await bob.did(nil, "join", try await anna.did(nil, "invite", "Trip", "bob"))
      try await Terminal.with(bob, "open", "Trip", rows: 30) { window in
        try await window.sees("▎Trip")
        try await place.network.letThrough(false)
        try await window.type("written in the tunnel")
        try await window.press("Enter")
        try await window.sees("written in the tunnel")
        try await place.network.letThrough(true)
        try await waits(for: "written in the tunnel", sentIn: window)
        // The server is at another address now, and the old one answers nobody.
        try await place.network.server.run("ip addr del 10.77.1.2/24 dev eth0")
        try place.network.friend.names(Self.name, "fd77:1::2")
        try await anna.did(nil, "send", "Trip", "--wait", "over IPv6")
        try await window.sees("over IPv6")
        try await window.type("I see")
        try await window.press("Enter")
        try await waits(for: "I see", sentIn: window)
        try await window.press("C-q")
        try await window.waitsForPrompt()
      }
      try await anna.did(nil, "sync")
      let texts = try await anna.messages(nil, in: "Trip").map(\.text)
      #expect(texts == ["written in the tunnel", "over IPv6", "I see"])
    }
  }

  @Test func `a machine without IPv6 serves at every address that it has, and names one of IPv6`()
    async throws
  {
    try await Network.with { network in
      try await network.server.run("echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6")
      try await machine(of: network.server) { world in
        let port = 8443
        try await CloudProcess.with(world, "--listen", "[::]:\(port)", "--insecure") { cloud in
          #expect(cloud.url == "http://0.0.0.0:\(port)")
        }
        let one = try await world.run(
          nil, "cloud", "serve", "--ephemeral", "--insecure", "--listen", "[fd77:1::2]:\(port)")
        #expect(one.code != 0, "\(one)")
        #expect(one.words.contains("[fd77:1::2]:\(port) (this machine has no IPv6)"), "\(one)")
        #expect(one.words.contains("Write 0.0.0.0:\(port)"), "\(one)")
        #expect(!one.words.contains("CancellationError"), "\(one)")
      }
    }
  }

  @Test func `a slow router that forgets its connections loses and doubles nothing`() async throws {
    try await withServer { place, anna, bob in
      try place.network.friend.names(Self.name, "10.77.2.1")
      try await place.network.forwarding { reset in
        for (name, machine) in [("anna", anna), ("bob", bob)] {
          try await machine.did(
            nil, "join", try await place.administrator("invite"), "--name", name,
            "--passphrase-file", try SelfMadeServer.passphraseFile(on: machine))
        }
        try await anna.did(nil, "new", "Trip")
        try await bob.did(nil, "join", try await anna.did(nil, "invite", "Trip", "bob"))
        let texts = (1...8).map { "message \($0)" }
        try await Terminal.with(bob, "open", "Trip", rows: 30) { window in
          try await window.sees("▎Trip")
          for text in texts {
            try await window.type(text)
            try await window.press("Enter")
            // Keys that come at once would be a paste.
            try await window.waits(for: "an empty composer below ‘\(text)’") { screen in
              screen.contains { $0.trimmingCharacters(in: .whitespaces).hasSuffix("│❯") }
                && screen.contains { $0.contains(text) }
            }
            try reset()
          }
          try await waits(for: texts.last ?? "", sentIn: window)
          try await anna.did(nil, "send", "Trip", "--wait", "all of them")
          try await window.sees("all of them")
          try await window.press("C-q")
          try await window.waitsForPrompt()
        }
        try await anna.did(nil, "sync")
        #expect(
          try await anna.messages(nil, in: "Trip").map(\.text) == texts + ["all of them"])
      }
    }
  }
}
