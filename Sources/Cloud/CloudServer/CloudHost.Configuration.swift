package import CloudCore
package import CloudModel
package import CloudRules
package import CloudStorage
package import PostgresClient

extension CloudHost {
  /// The configuration of a cloud: its data, and the addresses at which it serves them.
  package struct Configuration: Sendable {
    package struct TCPAddress: Sendable, Equatable, CustomStringConvertible {
      package var host: String
      /// 0 takes any free port.
      package var port: Int

      package init(host: String, port: Int) {
        self.host = host
        self.port = port
      }

      /// Whether only this machine itself can reach it.
      package var isLoopback: Bool { ServerOrigin("http://" + urlHost)?.isLoopback ?? false }

      /// As people write it.
      package var description: String { "\(urlHost):\(port)" }

      /// Whether it is written as an address of IPv6.
      var isIPv6: Bool { host.contains(":") }

      /// Every address of the machine where it has IPv4 alone; nil for an address that is only one of them.
      package var withoutIPv6: TCPAddress? {
        host == "::" ? TCPAddress(host: "0.0.0.0", port: port) : nil
      }

      fileprivate var urlHost: String { isIPv6 ? "[\(host)]" : host }
    }

    /// An address of a network, and what protects the bytes there.
    package struct TCPListener: Sendable, Equatable {
      package enum Security: Sendable { case plain, tls }

      package var address: TCPAddress
      package var security: Security

      package init(address: TCPAddress, security: Security) {
        self.address = address
        self.security = security
      }

      fileprivate var url: String {
        "\(security == .tls ? "https" : "http")://\(address)"
      }
    }

    /// The container of ZoneChat itself, which every cloud has.
    package static let defaultContainer = "iCloud.net.zonechat"

    /// A directory is made with mode 0700 where it is missing.
    package var storage: StoreLocation
    /// The database in which the store is, instead of a file in the directory; secrets stay there.
    package var database: PostgresAddress?
    /// The name of this one of several servers on the database: letters, digits and hyphens, the same at every start.
    ///
    /// It is in the addresses of polls and uploads, by which a proxy finds the server. Nil takes a random one.
    package var instance: String?
    /// The folder of the files of assets, which all servers on the database must see; nil keeps them in the database.
    package var assetsFolder: String?
    /// At most 107 bytes.
    ///
    /// Its directory is made with mode 0700, or must have it.
    package var unixSocketPath: String?
    package var listeners: [TCPListener]
    /// Of the listeners with TLS, which need one.
    package var certificate: ServerCertificate?
    /// The beginning of the URLs in answers; nil takes the address under which each client reached
    /// the cloud.
    package var publicURL: PublicURL?
    /// What people read of the server when they join; nil if nobody has named it.
    package var serverName: String?
    /// The page where people get the program; nil if nobody has named it.
    package var programURL: String?
    /// Nil warns nobody.
    package var freeSpaceWarning: FreeSpaceWarning?
    /// The proxies whose `X-Forwarded-For` header is believed.
    package var trustedProxies = TrustedProxies.none
    /// The time that every long poll is held; nil holds each as long as its client asks, within `CloudLimits`.
    package var longPollHold: Duration?
    package var limits: ConnectionLimits
    /// The time for which everything is still served when the end was asked for, while `/extension/ready` says so.
    package var drain = Duration.zero
    /// The time that the requests which are running then may take to their ends.
    ///
    /// Our choice: far longer than a request takes that is no upload or download, and shorter than the 90 seconds of
    /// service managers.
    package var longestEnd = Duration.seconds(30)
    /// The lifetime of a link to an asset's bytes.
    package var assetLinkSeconds = AssetLinks.usualLifetimeSeconds
    /// The partition that new accounts are told to use; the container is made where it is missing.
    package var defaultPartition: Partition
    /// The schema whose missing parts are added to the default container's development environment
    /// at the start, unless the plan has a schema for the container; nil leaves the schema to be
    /// learned from what is saved.
    package var defaultSchema: String?
    package var version: String
    /// The file of the administrator token, made where it is missing; by default `admin.token` in
    /// the directory of the storage.
    package var administratorTokenFile: String?
    /// The file of the key of encrypted values, made where it is missing; by default `at-rest.key`
    /// in the directory of the storage.
    package var atRestKeyFile: String?
    /// The accounts and containers that the cloud should have; applied at every start.
    package var plan: CloudPlan
    package var passphraseCost: PassphraseHash.Parameters
    /// Whether administrators see the length of texts instead of the texts, unless they ask for them.
    package var hidesTexts = false
    /// Whether the journal keeps the bodies of requests from the start; an administrator can change it.
    package var journalKeepsBodies = false
    /// Makes names and tokens the same each time, and guessable; only for a store in memory.
    package var seed: UInt64?

    package init(
      storage: StoreLocation = .inMemory, unixSocketPath: String? = nil, tcp: TCPAddress? = nil,
      longPollHold: Duration? = nil, limits: ConnectionLimits = ConnectionLimits(),
      defaultPartition: Partition = Partition(
        container: defaultContainer, environment: .development),
      version: String = "0", administratorTokenFile: String? = nil,
      plan: CloudPlan = CloudPlan(), passphraseCost: PassphraseHash.Parameters = .standard
    ) {
      self.storage = storage
      self.unixSocketPath = unixSocketPath
      listeners = tcp.map { [TCPListener(address: $0, security: .plain)] } ?? []
      self.longPollHold = longPollHold
      self.limits = limits
      self.defaultPartition = defaultPartition
      self.version = version
      self.administratorTokenFile = administratorTokenFile
      self.plan = plan
      self.passphraseCost = passphraseCost
    }

    /// The first address of a network; to set it leaves one listener there, without TLS.
    package var tcp: TCPAddress? {
      get { listeners.first?.address }
      set { listeners = newValue.map { [TCPListener(address: $0, security: .plain)] } ?? [] }
    }

    /// The file of the secret from which the API tokens of ZoneChat's own client are derived; nil
    /// if nothing is kept on disk.
    var clientSecretPath: String? {
      storage.directory.map { $0 + "/client.secret" }
    }

    /// Nil if nothing is kept on disk and no file was named.
    package var administratorTokenPath: String? {
      administratorTokenFile ?? storage.directory.map { $0 + "/admin.token" }
    }
  }

  /// The addresses at which clients reach a running cloud.
  package struct Addresses: Sendable, Equatable {
    package var unixSocketPath: String?
    /// With the ports that were taken.
    package var listeners: [Configuration.TCPListener] = []
    /// The administrator token, if it is kept in no file.
    ///
    /// A secret.
    package var administratorToken: String?

    /// The first address of a network.
    package var tcp: Configuration.TCPAddress? { listeners.first?.address }

    /// Spelled as clients are given them: `unix:/path`, `http://host:port`, `https://host:port`.
    package var urls: [String] {
      (unixSocketPath.map { ["unix:\($0)"] } ?? []) + listeners.map(\.url)
    }
  }
}
