package import CloudInProcess
package import CloudModel
package import CloudRules

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
    /// What addresses in answers begin with; nil is how each client reached the cloud.
    package var publicURL: PublicURL?
    /// The proxies whose word counts on who asks through them.
    package var trustedProxies = TrustedProxies.none
    package var longPollHold: Duration
    package var limits: ConnectionLimits
    /// How long a link to an asset's bytes works.
    package var assetLinkSeconds = 3600
    /// What new accounts are told to use; the container is made where it is missing.
    package var defaultPartition: Partition
    /// What the default container's development is given at the start as far as it lacks it, unless the
    /// plan has a schema for it; nil leaves it to learn from what is saved.
    package var defaultSchema: String?
    package var version: String
    /// Where the administrator token is kept, or made; `admin.token` in the directory of the storage
    /// unless something else is said.
    package var administratorTokenFile: String?
    /// Where the key of encrypted values is kept, or made; `at-rest.key` in the directory of the storage
    /// unless something else is said.
    package var atRestKeyFile: String?
    /// What the cloud should have in it; made what it says at every start.
    package var plan: CloudPlan
    package var passphraseCost: PassphraseHash.Parameters

    package init(
      storage: Storage, unixSocketPath: String? = nil, tcp: TCPAddress? = nil,
      longPollHold: Duration = .seconds(30), limits: ConnectionLimits = ConnectionLimits(),
      defaultPartition: Partition = Partition(
        container: "iCloud.net.zonechat", environment: .development),
      version: String = "0", administratorTokenFile: String? = nil,
      plan: CloudPlan = CloudPlan(), passphraseCost: PassphraseHash.Parameters = .standard
    ) {
      self.storage = storage
      self.unixSocketPath = unixSocketPath
      self.tcp = tcp
      self.longPollHold = longPollHold
      self.limits = limits
      self.defaultPartition = defaultPartition
      self.version = version
      self.administratorTokenFile = administratorTokenFile
      self.plan = plan
      self.passphraseCost = passphraseCost
    }

    /// What the API tokens of our own client are derived from; nil where nothing is kept.
    var clientSecretPath: String? {
      guard case .directory(let path) = storage else { return nil }
      return path + "/client.secret"
    }

    /// Nil where nothing is kept and no file was named.
    package var administratorTokenPath: String? {
      if let administratorTokenFile { return administratorTokenFile }
      guard case .directory(let path) = storage else { return nil }
      return path + "/admin.token"
    }
  }

  /// Where a running cloud can be reached.
  package struct Addresses: Sendable, Equatable {
    package var unixSocketPath: String?
    /// With the port that was taken.
    package var tcp: Configuration.TCPAddress?
    /// The administrator token where it is in no file.
    ///
    /// A secret.
    package var administratorToken: String?

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
