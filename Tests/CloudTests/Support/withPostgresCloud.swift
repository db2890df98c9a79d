import CloudModel
import CloudPostgres
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging
import PostgresClient

/// Runs `body` with a cloud that answers in process, on a store in PostgreSQL.
func withPostgresCloud(
  in address: PostgresAddress, limits: PostgresLimits = PostgresLimits(),
  trouble: StoreTrouble = .untold,
  _ body: (WireCloud, PostgresStore) async throws -> Void
) async throws {
  try await withTemporaryDirectory { directory in
    let data = directory + "/data"
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let key = AtRestKey()
    let store = try PostgresStore(address, limits: limits, random: { 0.5 }, trouble: trouble) {
      _ in key
    }
    var logger = Logger(label: "cloud.test")
    logger.logLevel = .critical
    let host = try CloudHost(
      configuration: CloudHost.Configuration(
        storage: .directory(data), unixSocketPath: directory + "/cloud.sock",
        plan: .everySaveTeaches, passphraseCost: .cheap),
      surroundings: .deterministic(), logger: logger, store: store)
    let cloud = WireCloud(in: directory) { method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(cloud, store))
    } catch {
      outcome = .failure(error)
    }
    try host.close()
    try outcome.get()
  }
}
