import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// The rules for who may look after a cloud.
@Suite struct AdministratorTests {
  @Test func `the token opens what the socket's owner may do`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let bearer = try #require(try world.wire.administrator.first(name: "Authorization"))
      let token = bearer.dropFirst("Bearer ".count)
      for authorization in [nil, "Bearer wrong", "Bearer ", String(token), "Basic \(token)"] {
        let headers: HTTPHeaders = authorization.map { ["Authorization": $0] } ?? [:]
        let answer = try await world.send(.GET, "/extension/1/containers", headers: headers)
        #expect(answer.outcome == "403 ACCESS_DENIED")
      }
      for scheme in ["Bearer", "bearer"] {
        let answer = try await world.send(
          .GET, "/extension/1/containers", headers: ["Authorization": "\(scheme) \(token)"])
        #expect(answer.outcome == "200")
      }
    }
  }

  @Test func `users are no administrators`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let query = try await world.query("alice")
      let base = "/extension/1/containers"
      for (method, path) in [
        (HTTPMethod.GET, base), (.POST, base), (.DELETE, "\(base)/\(AccessWorld.container)"),
        (.POST, "\(base)/\(AccessWorld.container)/development/tokens"),
        (.POST, "\(base)/\(AccessWorld.container)/development/keys"),
        (.POST, "\(base)/\(AccessWorld.container)/development/settings"),
        (.POST, "\(base)/\(AccessWorld.container)/development/reset"),
        (.POST, "/extension/1/plan"), (.POST, "/extension/1/stop"),
      ] {
        let answer = try await world.send(method, path, query: query, body: "{}")
        #expect(answer.outcome == "403 ACCESS_DENIED", "\(method) \(path)")
      }
    }
  }

  @Test func `the secrets of a cloud are its owner's alone and outlive it`() async throws {
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      let configuration = CloudHost.Configuration(
        storage: .directory(data), unixSocketPath: directory + "/cloud.sock",
        tcp: .init(host: "127.0.0.1", port: 0))
      func read() async throws -> [String] {
        try await withHost(configuration) { _, addresses in
          #expect(addresses.administratorToken == nil)
        }
        return try ["admin.token", "client.secret"].map { name in
          let attributes = try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")
          #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
          return try String(contentsOfFile: "\(data)/\(name)", encoding: .utf8)
        }
      }
      let first = try await read()
      #expect(first.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}\n/) != nil })
      #expect(try await read() == first)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: "\(data)/admin.token")
      await #expect(throws: HostError.secretNotPrivate("\(data)/admin.token")) {
        try await withHost(configuration) { _, _ in }
      }
    }
  }
}
