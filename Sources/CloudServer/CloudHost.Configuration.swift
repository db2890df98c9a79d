extension CloudHost {
  /// What a cloud serves, and where.
  package struct Configuration: Sendable {
    package enum Storage: Sendable, Equatable {
      /// A directory, made with mode 0700 where it is missing.
      case directory(String)
      case inMemory
    }

    package struct TCPAddress: Sendable, Equatable {
      package var host: String
      /// 0 takes any free port.
      package var port: Int

      package init(host: String, port: Int) {
        self.host = host
        self.port = port
      }
    }

    package var storage: Storage
    /// At most 107 bytes.
    ///
    /// Its directory is made with mode 0700, or must have it.
    package var unixSocketPath: String?
    package var tcp: TCPAddress?
    package var longPollHold: Duration
    package var containerIdentifier: String
    package var environment: String
    package var version: String

    package init(
      storage: Storage, unixSocketPath: String? = nil, tcp: TCPAddress? = nil,
      longPollHold: Duration = .seconds(30),
      containerIdentifier: String = "iCloud.net.zonechat", environment: String = "development",
      version: String = "0"
    ) {
      self.storage = storage
      self.unixSocketPath = unixSocketPath
      self.tcp = tcp
      self.longPollHold = longPollHold
      self.containerIdentifier = containerIdentifier
      self.environment = environment
      self.version = version
    }
  }

  /// Where a running cloud can be reached.
  package struct Addresses: Sendable, Equatable {
    package var unixSocketPath: String?
    /// With the port that was taken.
    package var tcp: Configuration.TCPAddress?

    /// Spelled as clients are given them: `unix:/path`, `http://host:port`.
    package var urls: [String] {
      [
        unixSocketPath.map { "unix:\($0)" },
        tcp.map { address in
          let host = address.host.contains(":") ? "[\(address.host)]" : address.host
          return "http://\(host):\(address.port)"
        },
      ].compactMap(\.self)
    }
  }
}
