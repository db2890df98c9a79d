/// Where PostgreSQL is: a `postgres://` address as libpq knows it, perhaps with several hosts or a service.
///
/// A password may be in it, and is in no description. libpq adds what the address leaves out from its variables
/// (`PGHOST` and others), the service file and `~/.pgpass`.
/// Source: <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>.
package struct PostgresAddress: Sendable, Equatable, CustomStringConvertible {
  /// The variable of the environment that has an address.
  package static let variable = "ZONECHAT_DATABASE_URL"

  /// What the address says itself, by libpq's names.
  private let given: [String: String]

  /// The address in the environment; the place for one with a password.
  ///
  /// Throws `.addressMissing`, `.addressInvalid`, and what is wrong with the library.
  package init(environment: [String: String]) throws(PostgresError) {
    guard let text = environment[Self.variable], !text.isEmpty else { throw .addressMissing }
    try self.init(text)
  }

  /// The address in an argument of a command, which may have no password; `postgres://` alone is that in the
  /// environment.
  package init(
    argument: String, environment: [String: String]
  ) throws(PostgresError) {
    guard !["postgres://", "postgresql://"].contains(argument) else {
      try self.init(environment: environment)
      return
    }
    try self.init(argument)
    guard given["password"] == nil, given["sslpassword"] == nil else { throw .passwordInArgument }
  }

  /// Whether a text names PostgreSQL rather than a folder.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Throws `.addressInvalid`, and what is wrong with the library.
  package init(_ text: String) throws(PostgresError) {
    guard Self.isAddress(text) else {
      throw .addressInvalid(reason: "it is no postgres:// address")
    }
    let library = try LibPQ.loaded()
    var message: UnsafeMutablePointer<CChar>?
    guard let options = library.parseOptions(text, &message) else {
      defer { if let message { library.freeMemory(message) } }
      let words = message.map { String(cString: $0) } ?? "out of memory"
      throw .addressInvalid(reason: Self.withoutQuotation(words))
    }
    defer { library.freeOptions(options) }
    given = Self.values(options)
  }

  /// Without the password.
  package var description: String {
    let user = given["user"].map { $0 + "@" } ?? ""
    let database = given["dbname"].map { "/" + $0 } ?? ""
    let service = given["service"].map { (database.isEmpty ? "/" : "") + "?service=" + $0 } ?? ""
    let hosts = PostgresHost.list(of: given).map(\.description).joined(separator: ",")
    return "postgres://\(user)\(hosts)\(database)\(service)"
  }

  /// All options for a connection, by libpq's names: those of the address, of the service file and the variables.
  ///
  /// libpq says them of a connection that it has refused to begin.
  func options(_ library: LibPQ) throws(PostgresError) -> [String: String] {
    let refused = "none"
    let probe = given.merging(["target_session_attrs": refused]) { $1 }
    guard let connection = LibPQ.withTexts(probe, { library.connectStart($0, $1, 0) }) else {
      throw .unreachable(server: description, reason: "out of memory")
    }
    defer { library.finish(connection) }
    guard let list = library.options(connection) else {
      throw .unreachable(server: description, reason: "out of memory")
    }
    defer { library.freeOptions(list) }
    var options = Self.values(list)
    guard options["target_session_attrs"] == refused else {
      throw .addressInvalid(reason: library.words(of: connection))
    }
    options["target_session_attrs"] = given["target_session_attrs"]
    options["dbname"] = options["dbname"] ?? given["dbname"]
    // Without a word on it libpq would also take a connection that anybody can read and change.
    let isRemote = PostgresHost.list(of: options).contains { !$0.isLocal }
    if isRemote, given["sslmode"] == nil, options["sslmode"] == "prefer" {
      options["sslmode"] = "verify-full"
    }
    return options
  }

  private static func values(_ options: LibPQ.Pointer) -> [String: String] {
    var values: [String: String] = [:]
    var option = options.assumingMemoryBound(to: LibPQOption.self)
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.value, value.pointee != 0 {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }

  /// libpq quotes what it could not read at the end, and that may be a part of a password.
  private static func withoutQuotation(_ words: String) -> String {
    let end = words.firstRange(of: ": \"")?.lowerBound ?? words.firstIndex(of: "\"")
    return words[..<(end ?? words.endIndex)].split(whereSeparator: \.isNewline).first
      .map(String.init) ?? "it has an error"
  }
}

/// One of the servers of an address.
struct PostgresHost: Equatable, CustomStringConvertible {
  /// As libpq names them; empty where the address says nothing.
  var host = ""
  var address = ""
  var port = ""

  /// The hosts that options name, in their order; at least one.
  static func list(of options: [String: String]) -> [Self] {
    func split(_ name: String) -> [String] {
      options[name].map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
        ?? []
    }
    let (hosts, addresses, ports) = (split("host"), split("hostaddr"), split("port"))
    return (0..<max(hosts.count, addresses.count, 1)).map { index in
      Self(
        host: index < hosts.count ? hosts[index] : "",
        address: index < addresses.count ? addresses[index] : "",
        // One port is for all.
        port: ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : "")
    }
  }

  /// Whether what is sent stays on this machine.
  var isLocal: Bool {
    let name = address.isEmpty ? host : address
    return name.isEmpty || name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost"
      || name == "::1" || name.hasPrefix("127.")
  }

  var description: String {
    let name = host.isEmpty ? address : host
    return ["", "5432"].contains(port) ? name : name + ":" + port
  }
}

extension LibPQ {
  /// Calls `body` with options as libpq takes them: two lists, each ended by nil.
  static func withTexts<Answer>(
    _ options: [String: String], _ body: (Texts?, Texts?) -> Answer
  ) -> Answer {
    let pairs = options.sorted { $0.key < $1.key }
    return withList(pairs.map(\.key)) { keys in withList(pairs.map(\.value)) { body(keys, $0) } }
  }

  private static func withList<Answer>(_ texts: [String], _ body: (Texts?) -> Answer) -> Answer {
    // All texts stand in one buffer, so that no pointer ends before the call.
    var bytes: [CChar] = []
    var places: [Int] = []
    for text in texts {
      places.append(bytes.count)
      bytes += text.utf8CString
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let list = places.map { place in buffer.baseAddress.map { $0 + place } } + [nil]
      return list.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
