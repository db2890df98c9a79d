import Foundation
import PostgresClient
import TestSupport
import Testing

/// Addresses, and what is said where no connection comes about.
struct AddressTests {
  @Test func `a description has no password`() throws {
    let text = "postgres://bob:s3cret@db1:5433,db2/cloud?sslpassword=s3cret&sslmode=require"
    let address = try PostgresAddress(text)
    #expect(address.description == "postgres://bob@db1:5433,db2/cloud")
    #expect(!"\(String(reflecting: address.description))".contains("s3cret"))
    #expect(
      try PostgresAddress("postgres:///?service=chat").description == "postgres:///?service=chat")
  }

  @Test(arguments: ["postgres://bob:s3cret@db/cloud", "postgres://db/cloud?password=s3cret"])
  func `an argument of a command has no password, and the environment may`(text: String) throws {
    #expect(throws: PostgresError.passwordInArgument) {
      try PostgresAddress(argument: text, environment: [:])
    }
    let environment = [PostgresAddress.variable: text]
    let address = try PostgresAddress(environment: environment)
    #expect(try PostgresAddress(argument: "postgres://", environment: environment) == address)
    #expect(throws: PostgresError.addressMissing) {
      try PostgresAddress(argument: "postgres://", environment: [:])
    }
  }

  @Test(arguments: ["postgres://bob:s3%crt@db", "postgres://db/x?s3cret=1", "/srv/s3cret", ""])
  func `a wrong address is refused, and not repeated`(text: String) throws {
    let error = try #require(throws: PostgresError.self) { try PostgresAddress(text) }
    guard case .addressInvalid = error else {
      Issue.record(error)
      return
    }
    #expect(!"\(error)".contains("s3c"))
  }

  @Test func `the sentences of errors end with a way out`() {
    let errors: [PostgresError] = [
      .libraryMissing(reason: "x"), .libraryTooOld(version: 130_009), .addressMissing,
      .passwordInArgument, .unreachable(server: "db", reason: "x"), .outcomeUnknown, .poolClosed,
      .conflict(state: "40001"), .notUnique(constraint: "i"), .poolBusy(limit: 16),
    ]
    for error in errors {
      #expect("\(error)".hasSuffix(".") && "\(error)".contains(". "), "\(error)")
    }
    #expect("\(PostgresError.libraryTooOld(version: 130_009))".contains("(13.9)"))
  }

  @Test func `a user, a database and a password that are wrong are told apart`() async throws {
    let cluster = try await TestPostgres.shared()
    try await cluster.run("CREATE ROLE secretive LOGIN PASSWORD 'right'")
    try await connect(cluster.address(user: "secretive", ["password": "right"]))
    for options in [["password": "wrong"], [:]] {
      let error = try await failure(cluster.address(user: "secretive", options))
      guard case .notAuthenticated(cluster.folder.path, _) = error else {
        Issue.record(error)
        continue
      }
      #expect(!"\(error)".contains("wrong"))
    }
    let absent = try await failure(cluster.address(user: "absent"))
    guard case .notAuthenticated = absent else {
      Issue.record(absent)
      return
    }
    let database = try await failure(cluster.address(database: "absent"))
    guard case .noSuchDatabase = database else {
      Issue.record(database)
      return
    }
  }

  /// The name has an empty label, so that no server of names is asked.
  @Test func `an unknown host, a missing socket and a closed port are unreachable`() async throws {
    for host in ["nowhere..invalid", "/tmp/zc-no-such-folder", "127.0.0.1:1"] {
      let address = try PostgresAddress("postgres://tests@\(host.replacing("/", with: "%2F"))/x")
      let error = try await failure(address)
      guard case .unreachable(host, let reason) = error else {
        Issue.record(error)
        continue
      }
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
  }

  @Test func `a server that says nothing costs the time for connecting, and the next is taken`()
    async throws
  {
    let cluster = try await TestPostgres.shared()
    try await withTemporaryDirectory { folder in
      let silence = try ListeningSocket(at: folder.path + "/.s.PGSQL.5432")
      defer { silence.close() }
      var limits = PostgresLimits()
      limits.connect = .milliseconds(200)
      let silent = try PostgresAddress(
        "postgres://tests@/postgres?sslmode=disable&host=\(folder.path)")
      let error = try await failure(silent, limits)
      #expect(error == .unreachable(server: folder.path, reason: "no answer in time"))
      // Both share this time.
      limits.connect = .seconds(1)
      let both = try PostgresAddress(
        "postgres://tests@/postgres?host=\(folder.path),\(cluster.folder.path)")
      try await connect(both, limits)
    }
  }

  private func connect(
    _ address: PostgresAddress, _ limits: PostgresLimits = PostgresLimits()
  ) async throws {
    try await onThread {
      try PostgresConnection.with(address, limits) { _ = try $0.run("SELECT 1") }
    }
  }

  private func failure(
    _ address: PostgresAddress, _ limits: PostgresLimits = PostgresLimits()
  ) async throws -> PostgresError {
    try await #require(throws: PostgresError.self) { try await connect(address, limits) }
  }
}
