import Bench
import CloudClient
import CloudModel
import CommandSupport
import Foundation

/// Measures how many requests the cloud answers in a second; this process asks it over its real socket.
///
/// Clients and cloud share the machine's cores, so that half of each figure is the clients' work.
struct CloudBench: Sendable {
  private static let runs = 5

  /// The servers of the cloud, over which the clients are spread; at least one.
  let addresses: [CloudAddress]

  /// One client: a connection, an account and a zone of its own.
  private struct Client: Sendable {
    let connection: CloudConnection
    let database: any CloudDatabase
    let zoneID: RecordZoneID

    init(named name: String, at address: CloudAddress) async throws {
      connection = CloudConnection(to: address)
      let credentials = try await CloudAdministration(connection: connection)
        .createAccount(named: name)
      database = HTTPCloudContainer(
        connection: connection, credentials: credentials, clientID: name
      ).database(with: .private)
      zoneID = RecordZoneID(zoneName: "bench", ownerName: credentials.userRecordName)
      _ = try await database.modifyRecordZones(
        saving: [RecordZone(zoneID: zoneID)], deleting: [])
    }

    /// Saves new records, so many in each request.
    func save(_ batches: Int, of size: Int, run: Int) async throws {
      for batch in 0..<batches {
        let first = (run * batches + batch) * size
        let records = (0..<size).map { record(first + $0) }
        let results = try await database.modifyRecords(
          saving: records, deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: false)
        for result in results.saveResults.values { _ = try result.get() }
      }
    }

    func record(_ number: Int) -> Record {
      Record(
        recordType: "Message", recordID: RecordID(recordName: "\(number)", zoneID: zoneID),
        fields: [
          "text": .string("a message of a few words, as people write them"),
          "senderID": .string(zoneID.ownerName),
          "timestamp": .date(Date(timeIntervalSince1970: Double(number))),
        ])
    }
  }

  func run() async throws -> [Figure] {
    try await withClients(2) { clients in
      var figures = try await saves(clients)
      figures += try await questions(clients[0])
      return figures
    }
      + withClients(50) { clients in
        let rates = try await rates(of: clients, count: 200) { client, run in
          try await client.save(1, of: 200, run: run)
        }
        return [
          Figure(
            "saved by 50 clients at once, in all", rates, "records/s", aim: .atLeast(10_000))
        ]
      }
  }

  /// Saves one by one, alone and at once: where the store is not in the cloud's process, the ways to it count.
  func senders() async throws -> [Figure] {
    var figures: [Figure] = []
    for count in [1, 16] {
      figures += try await withClients(count) { clients in
        let rates = try await rates(of: clients, count: 50) { client, run in
          try await client.save(50, of: 1, run: run)
        }
        let senders = count == 1 ? "1 client" : "\(count) clients, each in a zone of its own"
        return [Figure("saved one by one by \(senders)", rates, "requests/s")]
      }
    }
    return figures
  }

  private func saves(_ clients: [Client]) async throws -> [Figure] {
    let batches = try await rates(of: clients, count: 4000) { client, run in
      try await client.save(20, of: 200, run: run)
    }
    let single = try await rates(of: clients, count: 100) { client, run in
      try await client.save(100, of: 1, run: 1000 + run)
    }
    return [
      Figure(
        "saved by 2 clients, 200 a request", batches, "records/s", aim: .atLeast(30_000)),
      Figure("saved by 2 clients, one by one", single, "requests/s"),
    ]
  }

  /// Requests that change nothing, one after the other.
  private func questions(_ client: Client) async throws -> [Figure] {
    let database = client.database
    let recordID = client.record(0).recordID
    var token: ServerChangeToken?
    while true {
      let changes = try await database.recordZoneChanges(
        inZoneWith: client.zoneID, since: token, desiredKeys: nil, resultsLimit: nil)
      token = changes.changeToken
      if !changes.moreComing { break }
    }
    let last = token
    let lookups = try await rates(of: [client], count: 200) { _, _ in
      for _ in 0..<200 {
        _ = try await database.records(for: [recordID], desiredKeys: nil)
      }
    }
    let changes = try await rates(of: [client], count: 200) { client, _ in
      for _ in 0..<200 {
        _ = try await database.recordZoneChanges(
          inZoneWith: client.zoneID, since: last, desiredKeys: nil, resultsLimit: nil)
      }
    }
    let query = Query(
      recordType: "Message",
      sortDescriptors: [Query.SortDescriptor(.field("timestamp"), isAscending: false)])
    let queries = try await rates(of: [client], count: 100) { client, _ in
      for _ in 0..<100 {
        _ = try await database.records(
          matching: query, inZoneWith: client.zoneID, desiredKeys: nil, resultsLimit: 50)
      }
    }
    return [
      Figure("looked up by 1 client, one by one", lookups, "requests/s"),
      Figure("asked for changes by 1 client, without news", changes, "requests/s"),
      Figure("queries of 50 among 20,000 records by 1 client", queries, "requests/s"),
    ]
  }

  /// The number per second in each run, in which each client does `count`.
  private func rates(
    of clients: [Client], count: Int,
    _ work: @escaping @Sendable (Client, _ run: Int) async throws -> Void
  ) async throws -> Distribution {
    var rates: [Double] = []
    // The first run warms up.
    for run in 0...Self.runs {
      let duration = try await ContinuousClock().measure {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for client in clients { group.addTask { try await work(client, run) } }
          try await group.waitForAll()
        }
      }
      if run > 0 { rates.append(Double(count * clients.count) / (duration / .seconds(1))) }
    }
    guard let distribution = Distribution(rates) else { throw Failure("Nothing was measured.") }
    return distribution
  }

  private func withClients(
    _ count: Int, _ body: ([Client]) async throws -> [Figure]
  ) async throws -> [Figure] {
    var clients: [Client] = []
    do {
      for number in 0..<count {
        clients.append(
          try await Client(
            named: "client-\(count)-\(number)", at: addresses[number % addresses.count]))
      }
      let figures = try await body(clients)
      for client in clients { await client.connection.shutDown() }
      return figures
    } catch {
      for client in clients { await client.connection.shutDown() }
      throw error
    }
  }
}
