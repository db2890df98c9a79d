import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import Logging
import Testing

/// The cloud as a process: its files, its listeners and its end.
@Suite struct CloudHostTests {
  @Test func `the socket and its directories are its owner's alone`() async throws {
    try await withTemporaryDirectory { directory in
      let socket = directory + "/run/cloud.sock"
      let configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), unixSocketPath: socket)
      try await withHost(configuration) { _, addresses in
        #expect(addresses.urls == ["unix:\(socket)"])
        let modes = try [socket, directory + "/run", directory + "/data"].map(Self.mode)
        #expect(modes == [0o600, 0o700, 0o700])
      }
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }

  @Test func `a host that is asked to end is not ready, and serves until it is asked again`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      var configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      configuration.drain = .seconds(3600)
      try await withHost(configuration) { host, _ in
        #expect(try await host.answer("GET", "/extension/ready").status == 200)
        host.stop()
        let ready = try await host.answer("GET", "/extension/ready")
        #expect(ready.status == 503)
        #expect(String(decoding: ready.body, as: UTF8.self) == #"{"status":"stopping"}"#)
        #expect(try await host.answer("GET", "/extension/health").status == 200)
      }
    }
  }

  @Test func `a request that is not answered in time does not hold up the end`() async throws {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0),
      limits: ConnectionLimits(bodyGrace: .seconds(3600)))
    configuration.longestEnd = .milliseconds(100)
    try await withHost(configuration) { host, addresses in
      try await RawConnection.with(port: addresses.tcp?.port ?? 0) { connection in
        // In one piece: the answer to the first says that the second is being read.
        try await connection.send(
          """
          GET /extension/health HTTP/1.1\r\nHost: a\r\n\r\n\
          POST /extension/1/accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{
          """)
        #expect(try await connection.answer()?.status == 200)
        host.stop()
        #expect(try await connection.isClosed())
      }
    }
  }

  @Test func `a directory that others can enter is refused`() async throws {
    try await withTemporaryDirectory { directory in
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory)
      #expect(throws: HostError.directoryNotPrivate(directory)) {
        try CloudHost(
          configuration: .init(
            storage: .directory(directory), tcp: .init(host: "127.0.0.1", port: 0)),
          surroundings: .deterministic(), logger: Logger(label: "cloud.test"))
      }
    }
  }

  @Test func `a socket lies where nobody else can write, and replaces nothing but a socket`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      let manager = FileManager.default
      try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
      await #expect(throws: HostError.directoryOpenToOthers(directory)) {
        try await withHost(configuration) { _, _ in }
      }
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
      try await withHost(configuration) { _, _ in
        let mode = try Self.mode(directory + "/cloud.sock")
        #expect(mode == 0o600)
      }
      try Data("a file".utf8).write(to: URL(fileURLWithPath: directory + "/cloud.sock"))
      await #expect(throws: HostError.notASocket(directory + "/cloud.sock")) {
        try await withHost(configuration) { _, _ in }
      }
    }
  }

  @Test func `an address that is taken is named`() async throws {
    let configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0))
    try await withHost(configuration) { _, addresses in
      let port = try #require(addresses.tcp?.port)
      var second = configuration
      second.tcp = .init(host: "127.0.0.1", port: port)
      await #expect(
        throws: HostError.cannotListen(
          "127.0.0.1:\(port)", reason: "Address already in use",
          way: "Choose another address; port 0 is any free port.")
      ) {
        try await withHost(second) { _, _ in }
      }
    }
  }

  @Test func `an address of IPv6 is written as people write it, and all of them are those of IPv4`()
  {
    typealias Address = CloudHost.Configuration.TCPAddress
    #expect(Address(host: "::", port: 8443).description == "[::]:8443")
    #expect(Address(host: "::", port: 8443).withoutIPv6 == Address(host: "0.0.0.0", port: 8443))
    for host in ["::1", "fd77::2", "0.0.0.0", "chat.example"] {
      #expect(Address(host: host, port: 443).withoutIPv6 == nil, "\(host)")
    }
  }

  @Test func `a cloud listens at each of its addresses`() async throws {
    var configuration = CloudHost.Configuration(storage: .inMemory)
    #expect(configuration.tcp == nil)
    configuration.tcp = .init(host: "127.0.0.1", port: 0)
    configuration.listeners.append(
      .init(address: .init(host: "127.0.0.2", port: 0), security: .plain))
    #expect(configuration.tcp?.host == "127.0.0.1")
    try await withHost(configuration) { _, addresses in
      let ports = addresses.listeners.map(\.address.port)
      #expect(ports.count == 2 && !ports.contains(0) && addresses.tcp?.port == ports[0])
      #expect(addresses.urls == ["http://127.0.0.1:\(ports[0])", "http://127.0.0.2:\(ports[1])"])
      for url in addresses.urls {
        try await CloudConnection.with(try CloudAddress(url)) { connection in
          let status = try await CloudAdministration(connection: connection).status()
          #expect(status.product == "ZoneChat cloud")
        }
      }
    }
    configuration.tcp = nil
    #expect(configuration.listeners.isEmpty)
  }

  @Test func `an address with TLS is not served without it`() throws {
    var configuration = CloudHost.Configuration(storage: .inMemory)
    configuration.listeners = [
      .init(address: .init(host: "127.0.0.1", port: 0), security: .tls)
    ]
    #expect(
      throws: HostError.cannotListen(
        "127.0.0.1:0", reason: "it has no certificate", way: "Give it one, or listen without TLS.")
    ) {
      try CloudHost(
        configuration: configuration, surroundings: .deterministic(),
        logger: Logger(label: "cloud.test"))
    }
  }

  @Test func `a socket that was left behind is replaced`() async throws {
    try await withTemporaryDirectory { directory in
      let socket = directory + "/cloud.sock"
      let leftBehind = try LeftBehindSocket(at: socket)
      #expect(FileManager.default.fileExists(atPath: leftBehind.path))
      try await withCloud(.init(storage: .inMemory, unixSocketPath: socket)) { connection in
        let status = try await CloudAdministration(connection: connection).status()
        #expect(status.accounts == 0)
      }
    }
  }

  @Test func `answered changes are there after a restart`() async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), unixSocketPath: directory + "/cloud.sock")
      let alice = try await withCloud(configuration) { connection in
        let alice = try await CloudAdministration(connection: connection)
          .createAccount(named: "alice")
        let container = HTTPCloudContainer(
          connection: connection, credentials: alice, clientID: "laptop")
        let zoneID = RecordZoneID(zoneName: "chat", ownerName: alice.userRecordName)
        _ = try await container.database(with: .private).modifyRecordZones(
          saving: [RecordZone(zoneID: zoneID)], deleting: [])
        return alice
      }
      try await withCloud(configuration, surroundings: .deterministic(seed: 2)) { connection in
        let container = HTTPCloudContainer(
          connection: connection, credentials: alice, clientID: "laptop")
        let changes = try await container.database(with: .private).databaseChanges(
          since: nil, resultsLimit: nil)
        #expect(changes.modifications.map(\.zoneName) == ["chat"])
        let again = try await CloudAdministration(connection: connection)
          .createAccount(named: "bob")
        #expect(again.apiToken == alice.apiToken)
      }
    }
  }

  @Test func `only the owner of the socket may stop the cloud`() async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock",
        tcp: .init(host: "127.0.0.1", port: 0))
      try await withHost(configuration) { _, addresses in
        #expect(addresses.urls.count == 2)
        try await CloudConnection.with(try CloudAddress(addresses.urls[1])) { connection in
          let refused = await #expect(throws: CloudError.self) {
            try await CloudAdministration(connection: connection).stop()
          }
          #expect(refused?.code == .permissionFailure)
        }
        try await CloudConnection.with(try CloudAddress(addresses.urls[0])) { connection in
          let administration = CloudAdministration(connection: connection)
          #expect(try await administration.status().product == "ZoneChat cloud")
          try await administration.stop()
          let isGone = try await eventually {
            do {
              _ = try await administration.status()
              return false
            } catch let error as CloudError {
              return error.code == .networkUnavailable
            }
          }
          #expect(isGone)
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func `stopping releases a held poll with nothing, at once`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let hold = Duration.seconds(3600)
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock", longPollHold: hold)
      try await withHost(configuration) { host, addresses in
        try await CloudConnection.with(try CloudAddress(addresses.urls[0])) { connection in
          let administration = CloudAdministration(connection: connection)
          let container = HTTPCloudContainer(
            connection: connection,
            credentials: try await administration.createAccount(named: "alice"), clientID: "a")
          let channel = try await container.openNotificationChannel()
          async let notification = container.nextNotification(on: channel)
          let isHeld = try await eventually {
            try await administration.status().waitingClients == 1
          }
          #expect(isHeld)
          #expect(host.idleSince == nil)
          host.stop()
          // Its time is an hour.
          #expect(try await notification == nil)
        }
      }
    }
  }

  @Test func `a client that hangs up frees its place`() async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      try await withHost(configuration) { host, addresses in
        try await CloudConnection.with(try CloudAddress(addresses.urls[0])) { connection in
          let administration = CloudAdministration(connection: connection)
          let container = HTTPCloudContainer(
            connection: connection,
            credentials: try await administration.createAccount(named: "alice"), clientID: "a")
          let channel = try await container.openNotificationChannel()
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              let error = await #expect(throws: CloudError.self) {
                try await container.nextNotification(on: channel)
              }
              #expect(error?.code == .operationCancelled)
            }
            let isHeld = try await eventually {
              try await administration.status().waitingClients == 1
            }
            #expect(isHeld)
            group.cancelAll()
            let isFree = try await eventually {
              try await administration.status().waitingClients == 0
            }
            #expect(isFree)
          }
          let isIdle = try await eventually { host.idleSince != nil }
          #expect(isIdle)
        }
      }
    }
  }

  private static func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
