#if canImport(Glibc)
import Glibc
#endif

extension PostgresLink {
  /// Opens a connection to the first server of an address that takes writes.
  ///
  /// A thread of its own does this: libpq looks names up with the functions of the system, which can take many
  /// seconds. The caller waits until the deadline at most.
  static func open(
    _ address: PostgresAddress, until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresLink {
    let library = try LibPQ.loaded()
    // The thread keeps the deadline itself, but where it looks up a name. A busy machine may let it run later.
    let patience = deadline + .milliseconds(500)
    let answer = OwnThread.answer(by: patience) { (late: Result<PostgresLink, PostgresError>) in
      if case .success(let link) = late { link.close() }
    } _: {
      Result { () throws(PostgresError) -> PostgresLink in
        try open(address, until: deadline, library)
      }
    }
    guard let answer else {
      throw .unreachable(server: "\(address)", reason: "no answer in time")
    }
    return try answer.get()
  }

  private static func open(
    _ address: PostgresAddress, until deadline: ContinuousClock.Instant, _ library: LibPQ
  ) throws(PostgresError) -> PostgresLink {
    let options = try address.options(library)
    let hosts = PostgresHost.list(of: options)
    var failure: PostgresError?
    for (index, host) in hosts.enumerated() {
      // A host that is silent leaves time for those after it.
      let share = ContinuousClock.now.duration(to: deadline) / (hosts.count - index)
      do throws(PostgresError) {
        return try open(host, with: options, until: .now + share, library)
      } catch {
        // What a server has said tells more than the silence of another one.
        if case .unreachable = error { failure = failure ?? error } else { failure = error }
      }
    }
    throw failure ?? .unreachable(server: "\(address)", reason: "no hosts")
  }

  private static func open(
    _ host: PostgresHost, with options: [String: String], until deadline: ContinuousClock.Instant,
    _ library: LibPQ
  ) throws(PostgresError) -> PostgresLink {
    let server = host.description.isEmpty ? "this machine" : host.description
    guard
      let connection = LibPQ.withTexts(
        Self.options(options, for: host),
        { keys, values in
          library.connectStart(keys, values, 0)
        })
    else { throw .unreachable(server: server, reason: "out of memory") }
    do throws(PostgresError) {
      try complete(connection, server: server, until: deadline, library)
      guard let link = PostgresLink(connection, of: library, server: server) else {
        throw .unreachable(server: server, reason: "out of memory")
      }
      return link
    } catch {
      library.finish(connection)
      throw error
    }
  }

  /// The options for one host, and those that hold where the address says nothing.
  private static func options(
    _ options: [String: String], for host: PostgresHost
  ) -> [String: String] {
    // Our choice: a network that swallows everything is noticed in about ten seconds.
    let defaults = [
      "fallback_application_name": "zonechat", "keepalives_idle": "5", "keepalives_interval": "2",
      "keepalives_count": "3", "tcp_user_timeout": "10000",
    ]
    var options = options.merging(defaults) { given, _ in given }
    options["host"] = host.host
    options["hostaddr"] = host.address
    options["port"] = host.port
    options["client_encoding"] = "UTF8"
    // `complete` looks whether a server is the right one.
    options["target_session_attrs"] = "any"
    return options.filter { !$0.value.isEmpty }
  }

  /// Brings a connection that was begun to its end.
  private static func complete(
    _ connection: LibPQ.Pointer, server: String, until deadline: ContinuousClock.Instant,
    _ library: LibPQ
  ) throws(PostgresError) {
    // Only in its longest form has the reason of a refusal its SQLSTATE.
    _ = library.setErrorVerbosity(connection, LibPQ.verbose)
    var polling = LibPQ.Polling.writing
    // 1 is `CONNECTION_BAD`: it failed before it began.
    if library.status(connection) == 1 { polling = .failed }
    while polling != .done {
      guard polling != .failed else { throw failure(library.refusal(of: connection), of: server) }
      let events = Int16(polling == .reading ? POLLIN : POLLOUT)
      guard wait(for: events, of: library.socket(connection), until: deadline) == .ready else {
        throw .unreachable(server: server, reason: "no answer in time")
      }
      polling = LibPQ.Polling(rawValue: library.connectPoll(connection)) ?? .failed
    }
    for parameter in ["in_hot_standby", "default_transaction_read_only"]
    where library.parameterStatus(connection, parameter).map({ String(cString: $0) }) == "on" {
      throw .readOnly(server: server)
    }
  }

  private static func failure(
    _ refusal: (state: String?, reason: String), of server: String
  ) -> PostgresError {
    let reason = refusal.reason
    guard let state = refusal.state else {
      if reason.contains("SSL") || reason.contains("certificate") {
        return .certificate(server: server, reason: reason)
      }
      // libpq has no password, or none that the server can prove to know.
      let words = ["fe_sendauth", "password", "SCRAM", "authentication"]
      return words.contains(where: reason.contains)
        ? .notAuthenticated(server: server, reason: reason)
        : .unreachable(server: server, reason: reason)
    }
    return switch state {
    case "3D000": .noSuchDatabase(server: server, reason: reason)
    case "53300": .tooManyConnections(server: server)
    case "57P01", "57P02", "57P03": .notReady(server: server)
    case _ where state.hasPrefix("28"): .notAuthenticated(server: server, reason: reason)
    default: .unreachable(server: server, reason: "\(state): \(reason)")
    }
  }
}

extension LibPQ {
  /// Why a connection was refused; with the SQLSTATE, if it was the server.
  fileprivate func refusal(of connection: Pointer) -> (state: String?, reason: String) {
    let message = errorMessage(connection).map { String(cString: $0) } ?? ""
    // `FATAL:  28P01: password authentication failed for user "bob"`; the first word is in the server's language.
    if let match = message.firstMatch(of: /:\s+([0-9A-Z]{4}[0-9]):\s+(.*)/) {
      return (String(match.output.1), String(match.output.2))
    }
    return (nil, words(of: connection))
  }
}
