import CloudModel
import CloudPlanFile
import CloudServer
import Foundation

/// What `cloud serve` runs: as its options say, or as a server file says.
struct ServeSettings {
  /// Nil keeps everything in memory.
  var directory: URL?
  /// Whether it is the cloud of this user that needs no set-up.
  var isEmbedded = false
  var socketPath: String?
  var listeners: [ServerFile.Listener] = []
  var identity = ServerFile.Identity.nobody
  /// The folder with the authority of a cloud that is Apple's host for its clients.
  var appleHostFolder: String?
  var publicURL: String?
  var trustedProxies: [String] = []
  /// The path of a file with containers and accounts.
  var containers: String?
  var name: String?
  /// The page where people get the program.
  var program: String?
  /// What is set at each start.
  var limits: CloudLimitChanges?
  var warning: ServerFile.Warning?
  /// Whether administrators see the length of texts instead of the texts.
  var hidesTexts = false

  init() {}

  init(_ file: ServerFile) {
    directory = URL(fileURLWithPath: file.data)
    socketPath = file.socket
    listeners = file.listeners
    identity = file.identity
    publicURL = file.address.description
    if case .proxies(let addresses) = file.identity { trustedProxies = addresses }
    containers = file.containers
    name = file.name
    program = file.program
    limits = file.limits
    warning = file.warning
    hidesTexts = file.hidesTexts
  }

  /// The addresses of a network, with TLS if the server itself has it.
  var tcpListeners: [CloudHost.Configuration.TCPListener] {
    listeners.map {
      .init(
        address: .init(host: $0.host, port: $0.port), security: identity.hasTLS ? .tls : .plain)
    }
  }

  /// The containers and accounts of a plan, with the limits of the server file in the place of its own.
  func plan(_ plan: CloudPlan) -> CloudPlan {
    guard let limits else { return plan }
    var plan = plan
    var merged = plan.limits ?? CloudLimitChanges()
    merged.quotaBytes = limits.quotaBytes ?? merged.quotaBytes
    merged.signUp = limits.signUp ?? merged.signUp
    merged.membersInvite = limits.membersInvite ?? merged.membersInvite
    merged.sessionIdleSeconds = limits.sessionIdleSeconds ?? merged.sessionIdleSeconds
    plan.limits = merged
    return plan
  }

  /// What the service manager shows.
  var status: String {
    "Serves \(publicURL ?? "") at \(listeners.map(\.description).joined(separator: ", "))."
  }
}
