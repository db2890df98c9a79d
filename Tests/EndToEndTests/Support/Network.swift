import Foundation
import Subprocess
import SystemPackage
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Machines on two networks with a router between them: a server's, and a friend's.
///
/// Each is a process in network and mount namespaces of its own, which only root can make.
///
/// | machine | addresses |
/// |---|---|
/// | `server` | 10.77.1.2, fd77:1::2 |
/// | `router` | 10.77.1.1 and fd77:1::1, 10.77.2.1 and fd77:2::1 |
/// | `friend` | 10.77.2.2, fd77:2::2 |
struct Network: Sendable {
  let server: Machine
  let router: Machine
  let friend: Machine

  /// Whether this machine lets the tests make namespaces and the devices between them.
  static func isAvailable() async throws -> Bool {
    guard geteuid() == 0 else { return false }
    let probe = """
      unshare --net --mount sh -c 'ip link add one type veth peer name other' && command -v nsenter
      """
    return try await Program(environment: ProcessInfo.processInfo.environment)
      .run(.path("/bin/sh"), ["-c", probe]).code == 0
  }

  /// Runs `body` while the machines are there.
  static func with(_ body: (Network) async throws -> Void) async throws {
    try await Machine.with { server in
      try await Machine.with { router in
        try await Machine.with { friend in
          let network = Network(server: server, router: router, friend: friend)
          try await network.connect()
          try await body(network)
        }
      }
    }
  }

  private func connect() async throws {
    for (machine, number, end) in [(server, 1, "south"), (friend, 2, "north")] {
      try await Machine.run([
        "ip", "link", "add", "eth0", "netns", "\(machine.process)", "type", "veth", "peer", "name",
        end, "netns", "\(router.process)",
      ])
      try await machine.run(
        """
        ip link set lo up && ip link set eth0 up &&
        ip addr add 10.77.\(number).2/24 dev eth0 && ip addr add fd77:\(number)::2/64 dev eth0 nodad &&
        ip route add default via 10.77.\(number).1 && ip -6 route add default via fd77:\(number)::1
        """)
      try await router.run(
        """
        ip link set lo up && ip link set \(end) up &&
        ip addr add 10.77.\(number).1/24 dev \(end) &&
        ip addr add fd77:\(number)::1/64 dev \(end) nodad
        """)
    }
    try await router.run(
      """
      echo 1 > /proc/sys/net/ipv4/ip_forward && echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
      """)
  }

  /// Lets packets pass between the networks, or drops them without telling anybody.
  func letThrough(_ passes: Bool) async throws {
    let number = passes ? 1 : 0
    try await router.run(
      """
      echo \(number) > /proc/sys/net/ipv4/ip_forward && echo \(number) > /proc/sys/net/ipv6/conf/all/forwarding
      """)
  }
}

extension Network {
  /// Runs `body` while the router passes its own port 443 on to the server: each packet 150 ms late.
  ///
  /// `reset` ends all connections through it at once, as a router does that has forgotten them.
  func forwarding(_ body: (_ reset: () throws -> Void) async throws -> Void) async throws {
    let words = router.prefix + ["python3", "-c", Self.forwarder, "10.77.2.1", "10.77.1.2", "443"]
    let configuration = Configuration(
      executable: .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())))
    _ = try await Subprocess.run(
      configuration, input: .none, output: .sequence, error: .discarded
    ) { execution in
      defer { try? execution.send(signal: .kill) }  // It may have ended.
      for try await _ in execution.standardOutput.strings() {
        return try await body { try execution.send(signal: .userDefinedOne) }
      }
      Issue.record("the router forwards nothing")
    }
  }

  private static let forwarder = """
    import asyncio, signal, socket, struct, sys
    here, there, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    writers = set()
    async def pump(reader, writer):
        loop = asyncio.get_running_loop()
        try:
            while data := await reader.read(65536):
                loop.call_later(0.15, lambda data=data: writer.is_closing() or writer.write(data))
            await asyncio.sleep(0.2)
            writer.close()
        except OSError:
            writer.close()
    async def forward(reader, writer):
        far_reader, far_writer = await asyncio.open_connection(there, port)
        pair = {writer, far_writer}
        writers.update(pair)
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        writers.difference_update(pair)
    def reset():
        for writer in list(writers):
            end = writer.get_extra_info("socket")
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
    async def main():
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, reset)
        server = await asyncio.start_server(forward, here, port)
        print("ready", flush=True)
        await server.serve_forever()
    asyncio.run(main())
    """

  struct Machine: Sendable {
    /// It does nothing; the machine is there as long as it runs.
    let process: pid_t
    /// The machine's `/etc/hosts`.
    private let hosts: URL

    /// The words of a command that runs another one on the machine.
    var prefix: [String] {
      ["/usr/bin/nsenter", "--target", "\(process)", "--net", "--mount", "--"]
    }

    static func with(_ body: (Machine) async throws -> Void) async throws {
      try await withTemporaryFile { hosts in
        let holder = Configuration(
          executable: .name("unshare"),
          arguments: [
            "--net", "--mount", "--propagation", "private", "sh", "-c",
            "mount --bind \"$0\" /etc/hosts && echo ready && exec sleep infinity", hosts.path,
          ])
        _ = try await Subprocess.run(
          holder, input: .none, output: .sequence, error: .discarded
        ) { execution in
          defer { try? execution.send(signal: .kill) }  // It may have ended.
          for try await _ in execution.standardOutput.strings() {
            return try await body(
              Machine(process: execution.processIdentifier.value, hosts: hosts))
          }
          Issue.record("no machine could be made")
        }
      }
    }

    /// Makes a name mean an address from now on, and no other.
    func names(_ name: String, _ address: String) throws {
      // The file itself is mounted, so another one in its place would not be seen.
      let file = try FileHandle(forWritingTo: hosts)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data("127.0.0.1 localhost\n\(address) \(name)\n".utf8))
      try file.close()
    }

    /// Runs a script of the shell, which must succeed.
    @discardableResult
    func run(_ script: String, at location: SourceLocation = #_sourceLocation) async throws
      -> String
    {
      try await Self.run(prefix + ["sh", "-c", script], at: location)
    }

    /// Runs a command here, which must succeed.
    @discardableResult
    static func run(
      _ words: [String], at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
      let result = try await Program(environment: ProcessInfo.processInfo.environment)
        .run(
          words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0]),
          Array(words.dropFirst()))
      try #require(
        result.code == 0, "\(words.joined(separator: " ")): \(result.words)",
        sourceLocation: location)
      return result.output
    }

    private static func withTemporaryFile(_ body: (URL) async throws -> Void) async throws {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "hosts-\(UUID().uuidString)")
      try Data("127.0.0.1 localhost\n".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }  // Nothing else is there.
      try await body(file)
    }
  }
}
