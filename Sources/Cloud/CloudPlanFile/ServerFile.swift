package import CloudModel
import Foundation
import TOMLText

/// The file of a server on a network: what `zonechat cloud serve --config` runs, and what the other commands of its
/// machine know of it.
///
/// `ServerFileText` writes it, and shows every key.
package struct ServerFile: Sendable, Equatable {
  /// An address at which the server listens.
  package struct Listener: Sendable, Equatable, CustomStringConvertible {
    package var host: String
    /// 0 takes any free port.
    package var port: Int

    package init(host: String, port: Int) {
      self.host = host
      self.port = port
    }

    /// Reads `HOST:PORT`, where a host that is left out is 127.0.0.1; nil for any other text.
    package init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
        (0...65_535).contains(port)
      else { return nil }
      let host = text[..<colon].trimmingCharacters(in: ["[", "]"])
      self.init(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }

    package var description: String { "\(urlHost):\(port)" }

    /// Whether only this machine itself can reach it.
    package var isLoopback: Bool { ServerOrigin("http://" + urlHost)?.isLoopback ?? false }

    private var urlHost: String { host.contains(":") ? "[\(host)]" : host }
  }

  /// Who says who the server is.
  package enum Identity: Sendable, Equatable {
    /// Others, in two PEM files: the certificates, the server's own first, and its key.
    case files(chain: String, key: String)
    /// An authority of the server's own, which links carry.
    case selfMade
    /// The proxies in front of it, which have the certificate.
    case proxies([String])
    /// Nobody: plain HTTP.
    case nobody

    /// Whether the server itself has TLS.
    package var hasTLS: Bool {
      switch self {
      case .files, .selfMade: true
      case .proxies, .nobody: false
      }
    }
  }

  /// Where backups are kept, and how many.
  package struct Backup: Sendable, Equatable {
    /// Our choice: two weeks of a backup a day.
    package static let usual = Backup(folder: "/var/backups/zonechat", keep: 14)

    package var folder: String
    package var keep: Int

    package init(folder: String, keep: Int) {
      self.folder = folder
      self.keep = keep
    }
  }

  /// When somebody is told that the disk fills.
  package struct Warning: Sendable, Equatable {
    /// Our choice: time enough to do something, on any disk.
    package static let usual = Warning(freeBytes: 2_000_000_000)

    package var freeBytes: Int64
    /// A program that gets a sentence on standard input.
    package var command: String?

    package init(freeBytes: Int64, command: String? = nil) {
      self.freeBytes = freeBytes
      self.command = command
    }
  }

  /// People see it when they join.
  package var name: String?
  /// With which links begin.
  package var address: ServerOrigin
  package var listeners: [Listener]
  package var data: String
  package var socket: String
  package var containers: String?
  /// The page where people get the program, which the page of a link names.
  package var program: String?
  package var identity: Identity
  package var signUp: SignUpPolicy
  package var membersInvite: Int
  package var sessionIdleDays: Int
  package var quotaBytes: Int64
  /// Whether the administrator's commands, the console and the log show no texts unless somebody asks for them.
  package var hidesTexts: Bool
  package var backup: Backup?
  package var warning: Warning?

  /// A server as `cloud setup` makes it.
  package init(
    name: String? = nil, address: ServerOrigin, listeners: [Listener], identity: Identity,
    data: String = standardData, socket: String = standardSocket,
    signUp: SignUpPolicy = .invitation
  ) {
    self.name = name
    self.address = address
    self.listeners = listeners
    self.data = data
    self.socket = socket
    self.identity = identity
    self.signUp = signUp
    membersInvite = 0
    sessionIdleDays = 180
    quotaBytes = CloudLimitSettings().quotaBytes
    hidesTexts = true
    backup = .usual
    warning = .usual
  }

  package static let standardPath = "/etc/zonechat/server.toml"
  package static let standardData = "/var/lib/zonechat"
  package static let standardSocket = "/run/zonechat/cloud.sock"

  /// What the file sets at each start.
  package var limits: CloudLimitChanges {
    CloudLimitChanges(
      quotaBytes: quotaBytes, signUp: signUp, membersInvite: membersInvite,
      sessionIdleSeconds: Int64(sessionIdleDays) * 86_400)
  }
}

extension ServerFile {
  /// The keys of each table; those outside of all tables stand under the empty name.
  package static let keys: [String: Set<String>] = [
    "": [
      "name", "address", "program", "listen", "data", "socket", "containers", "tls", "accounts",
      "backup", "warn",
    ],
    "tls": ["certificate", "key", "authority", "proxies"],
    "accounts": ["sign-up", "members-invite", "session-idle-days", "quota", "hide-texts"],
    "backup": ["folder", "keep"],
    "warn": ["free-space", "command"],
  ]

  private static func keys(of table: String) -> Set<String> { keys[table] ?? [] }

  /// Reads the text of a file; throws a sentence that names the file, the line, the key and what to do.
  ///
  /// With `allowsPlainNetwork` the server may listen without TLS where other machines can reach it.
  package init(
    text: String, path: String, allowsPlainNetwork: Bool = false
  ) throws(PlanFileError) {
    let document: TOMLDocument
    do {
      document = try TOMLDocument(text)
    } catch {
      throw .mistake(
        "\(path), line \(error.place.line), column \(error.place.column): \(error.trouble)")
    }
    let root = try PlanTable(document.entries, file: path, keys: Self.keys(of: ""))
    self.init(
      name: try root.name("name"), address: try Self.address(root),
      listeners: try Self.listeners(root), identity: try Self.identity(root),
      data: try root.wholePath("data") ?? Self.standardData,
      socket: try root.wholePath("socket") ?? Self.standardSocket)
    guard socket.utf8.count <= 107 else {
      throw root.failure("socket", "has more than 107 bytes, as many as the system allows")
    }
    containers = try root.wholePath("containers")
    program = try root.page("program")
    if let table = try root.table("accounts", keys: Self.keys(of: "accounts")) {
      try read(accounts: table)
    }
    backup = try Self.backup(root)
    warning = try Self.warning(root)
    guard !identity.hasTLS, !allowsPlainNetwork,
      let open = listeners.first(where: { !$0.isLoopback })
    else { return }
    throw root.failure(
      "listen",
      "has \(open), which can be reached from the network, and plain HTTP shows passphrases and texts to it. "
        + "Write the certificate into [tls], or listen at 127.0.0.1 behind a proxy")
  }

  private static func address(_ root: PlanTable) throws(PlanFileError) -> ServerOrigin {
    guard let address = ServerOrigin(try root.required("address")) else {
      throw root.failure(
        "address", "must be https://HOST or https://HOST:PORT, without a path")
    }
    guard address.mayBeInLinks else {
      throw root.failure("address", "must begin with https://, as links do")
    }
    return address
  }

  private static func listeners(_ root: PlanTable) throws(PlanFileError) -> [Listener] {
    guard let texts = try root.strings("listen"), !texts.isEmpty else {
      throw root.failure("listen", "is missing. Write a list, for example [\"[::]:443\"]")
    }
    var listeners: [Listener] = []
    for text in texts {
      guard let listener = Listener(text) else {
        throw root.failure(
          "listen", "has ‘\(text)’. Write HOST:PORT, for example \"[::]:443\"")
      }
      guard !listeners.contains(listener) else {
        throw root.failure("listen", "has \(listener) twice. Keep one of them")
      }
      listeners.append(listener)
    }
    return listeners
  }

  private static func identity(_ root: PlanTable) throws(PlanFileError) -> Identity {
    guard let table = try root.table("tls", keys: keys(of: "tls")) else { return .nobody }
    let chain = try table.wholePath("certificate")
    let key = try table.wholePath("key")
    let authority = try table.string("authority")
    let proxies = try table.strings("proxies")
    let choices = [chain ?? key, authority, proxies?.first].compactMap(\.self)
    guard choices.count == 1 else {
      throw root.failure(
        "tls", "must have one of ‘certificate’ with ‘key’, ‘authority’ and ‘proxies’")
    }
    if let proxies {
      if let wrong = proxies.first(where: { !isAddress($0) }) {
        throw table.failure(
          "proxies", "has ‘\(wrong)’. Write IP addresses, for example \"127.0.0.1\"")
      }
      return .proxies(proxies)
    }
    if let authority {
      guard authority == "self-made" else {
        throw table.failure("authority", "must be \"self-made\"")
      }
      return .selfMade
    }
    guard let chain, let key else {
      throw table.failure(chain == nil ? "certificate" : "key", "is missing")
    }
    return .files(chain: chain, key: key)
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  private static func backup(_ root: PlanTable) throws(PlanFileError) -> Backup? {
    guard let table = try root.table("backup", keys: keys(of: "backup")) else { return nil }
    return Backup(
      folder: try table.wholePath("folder") ?? Backup.usual.folder,
      keep: try table.count("keep", in: 1...10_000) ?? Backup.usual.keep)
  }

  private static func warning(_ root: PlanTable) throws(PlanFileError) -> Warning? {
    guard let table = try root.table("warn", keys: keys(of: "warn")) else { return nil }
    guard let bytes = try table.bytes("free-space") else {
      throw table.failure("free-space", "is missing. Write a size, for example \"2 GB\"")
    }
    return Warning(freeBytes: bytes, command: try table.wholePath("command"))
  }

  private mutating func read(accounts table: PlanTable) throws(PlanFileError) {
    if let policy: SignUpPolicy = try table.choice("sign-up") { signUp = policy }
    if let count = try table.count("members-invite", in: 0...1000) { membersInvite = count }
    if let days = try table.count("session-idle-days", in: 0...10_000) { sessionIdleDays = days }
    if let bytes = try table.bytes("quota") { quotaBytes = bytes }
    if let hides = try table.flag("hide-texts") { hidesTexts = hides }
  }
}

extension ServerFile {
  /// Whether a text is the address of a page, in characters that mean the same everywhere.
  package static func isPage(_ text: String) -> Bool {
    guard text.utf8.count <= 1000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      text.hasPrefix("https://") || text.hasPrefix("http://"),
      let host = URL(string: text)?.host
    else { return false }
    return !host.isEmpty
  }
}

extension PlanTable {
  /// The address of a page.
  fileprivate func page(_ key: String) throws(PlanFileError) -> String? {
    guard let text = try string(key) else { return nil }
    guard ServerFile.isPage(text) else {
      throw failure(key, "must be the address of a page, which begins with https://")
    }
    return text
  }

  /// A name for people: at most 64 characters that can be seen.
  fileprivate func name(_ key: String) throws(PlanFileError) -> String? {
    guard let text = try string(key) else { return nil }
    guard VisibleName.isValid(text) else {
      throw failure(
        key, "must have 1 to 64 characters that can be seen, without a space at either end")
    }
    return text
  }

  /// A path from the root of the machine.
  fileprivate func wholePath(_ key: String) throws(PlanFileError) -> String? {
    guard let text = try string(key) else { return nil }
    guard text.hasPrefix("/"), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw failure(key, "must be a whole path, which begins with ‘/’")
    }
    return text
  }

  fileprivate func count(_ key: String, in range: ClosedRange<Int>) throws(PlanFileError) -> Int? {
    guard let number = try integer(key) else { return nil }
    guard let count = Int(exactly: number), range.contains(count) else {
      throw failure(key, "must be \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// A number of bytes, or a size as people write it.
  fileprivate func bytes(_ key: String) throws(PlanFileError) -> Int64? {
    let number: Int64?
    switch self[key] {
    case nil: return nil
    case .whole(let whole): number = Int64(whole)
    // Without a unit a text could be meant as anything.
    case .text(let text): number = text.contains(where: \.isLetter) ? ByteWords.count(text) : nil
    default: number = nil
    }
    guard let number, (0...CloudLimitSettings.unlimitedBytes).contains(number) else {
      throw failure(key, "must be a size, for example \"5 GB\" or \"500 MB\"")
    }
    return number
  }
}
