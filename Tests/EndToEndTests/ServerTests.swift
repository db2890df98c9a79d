import AsyncHTTPClient
import Foundation
import NIOCore
import Subprocess
import TestSupport
import Testing

/// The cloud as a process: what it costs, and how it ends.
@Suite(.timeLimit(.minutes(15)))
struct ServerTests {
  private struct Channel: Decodable { var webcourierURL: String }
  private struct Status: Decodable { var waitingClients: Int }

  /// `ZONECHAT_POLLS` says how many; the promise is 40 KB for each of 2,000 in a release build.
  @Test func `a held poll costs little memory and no time`() async throws {
    let count = ProcessInfo.processInfo.environment["ZONECHAT_POLLS"].flatMap { Int($0) } ?? 400
    try await Server.with { server in
      let end = try await server.serve { process in
        let paths = try await Self.openChannels(count, at: [server]).map(\.path)
        let before = try Self.residentKilobytes(process)
        try await withThrowingTaskGroup(of: UInt.self) { group in
          for path in paths {
            group.addTask { try await server.send("GET", path, timeout: .minutes(2)).status }
          }
          while try await server.send("GET", "/extension/1/status").json(Status.self)
            .waitingClients < count
          {}
          let each = Double(try Self.residentKilobytes(process) - before) / Double(count)
          #expect(each < 80, "\(each) KB for each of \(count) polls, in a debug build")
          #expect(try await Self.isIdle(process))
          kill(process, SIGTERM)
          for try await status in group { #expect(status == 200) }
        }
      }
      #expect(end == .exited(0))
    }
  }

  /// `ZONECHAT_POLLS` says how many; the promise is 3 % of a core for 1,000 of them in a release build.
  @Test func `held polls at two servers on a database cost no time`() async throws {
    let count = ProcessInfo.processInfo.environment["ZONECHAT_POLLS"].flatMap { Int($0) } ?? 100
    try await TestPostgres.withCluster { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let servers = ["a", "b"].map { name in
          var one = server
          one.instance = name
          return one
        }
        try await ServerKeeper.run(servers) { keepers in
          let channels = try await Self.openChannels(count, at: servers)
          try await withThrowingTaskGroup(of: UInt.self) { group in
            for (path, server) in channels {
              group.addTask { try await server.send("GET", path, timeout: .minutes(2)).status }
            }
            for (keeper, server) in zip(keepers, servers) {
              try await until("all polls to be held") {
                try await server.send("GET", "/extension/1/status").json(Status.self)
                  .waitingClients == count / 2
              }
              #expect(try await Self.isIdle(try #require(keeper.processID)))
            }
            for keeper in keepers { keeper.end() }
            for try await status in group { #expect(status == 200) }
          }
        }
      }
    }
  }

  /// Opens channels at servers in turn, twenty for each account.
  private static func openChannels(
    _ count: Int, at servers: [Server]
  ) async throws -> [(path: String, server: Server)] {
    var channels: [(path: String, server: Server)] = []
    while channels.count < count {
      let account = try await servers[0].signUp("u\(channels.count)")
      for device in 0..<20 where channels.count < count {
        let server = servers[channels.count % servers.count]
        let channel: Channel = try await server.send(
          "POST",
          "/device/1/iCloud.net.zonechat/development/tokens/create?\(account.query)",
          .bytes(
            ByteBuffer(string: #"{"apnsEnvironment":"development","clientId":"\#(device)"}"#))
        ).json()
        let path = try #require(channel.webcourierURL.firstRange(of: "/courier/"))
        channels.append((String(channel.webcourierURL[path.lowerBound...]), server))
      }
    }
    return channels
  }

  /// Whether the process does almost nothing for a second, as can only be seen over time; it may come a little late.
  private static func isIdle(_ process: pid_t) async throws -> Bool {
    for _ in 0..<20 {
      let ticks = try processorTicks(process)
      try await Task.sleep(for: .seconds(1))
      let used = try processorTicks(process) - ticks
      print("held polls: \(used * 10) ms of processor time in a second")
      if used <= 10 { return true }
    }
    return false
  }

  @Test func `accepted requests are answered, though the end was asked for`() async throws {
    try await Server.with { server in
      let end = try await server.serve { process in
        let (parts, part) = AsyncStream.makeStream(of: ByteBuffer.self)
        part.yield(ByteBuffer(string: #"{"name":"#))
        async let answer = server.send(
          "POST", "/extension/1/accounts", .stream(parts, length: .known(Int64(16))))
        // Once it is answered, the other request's head has long come.
        for _ in 0..<20 { _ = try await server.send("GET", "/extension/1/status") }
        kill(process, SIGTERM)
        while (try? await server.send("GET", "/extension/1/status")) != nil {}
        part.yield(ByteBuffer(string: #""alice"}"#))
        part.finish()
        #expect(try await answer.status == 200)
      }
      #expect(end == .exited(0))
    }
  }

  @Test func `hostile bodies do not make it grow`() async throws {
    try await Server.with { server in
      let end = try await server.serve { process in
        let bodies = [
          "{\"operations\":[" + String(repeating: "0,", count: 900_000) + "0]}",
          String(repeating: "[", count: 2_000_000),
          "{\"a\":\"" + String(repeating: "x", count: 2_000_000) + "\"}",
        ]
        let alice = try await server.signUp("alice")
        for _ in 0..<5 {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for body in bodies {
              group.addTask {
                let answer = try await server.post("records/modify", as: alice, body)
                #expect(answer.status == 400)
              }
            }
            try await group.waitForAll()
          }
        }
        #expect(try Self.residentKilobytes(process) < 300_000)
        kill(process, SIGTERM)
      }
      #expect(end == .exited(0))
    }
  }

  private static func residentKilobytes(_ process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  /// User and system time; the name of the program, which may have spaces, comes before.
  private static func processorTicks(_ process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try #require(text.split(separator: ")").last).split(separator: " ")
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}
