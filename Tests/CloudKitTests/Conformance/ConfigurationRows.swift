import CloudKit
import Foundation

/// The effects of a configuration on calls: time limits, and waiting for the network.
enum ConfigurationRows {
  private typealias Configuration = CKOperation.Configuration

  private static func configuration(_ change: (Configuration) -> Void) -> Configuration {
    let configuration = Configuration()
    change(configuration)
    return configuration
  }

  /// Fetches the record by a database that is configured.
  private static func fetch(
    _ place: Place, _ configuration: CKOperation.Configuration?, group: CKOperationGroup? = nil
  ) async throws -> String {
    try await place.database.configuredWith(configuration: configuration, group: group) {
      RecordRows.text(try await $0.record(for: place.recordID))
    }
  }

  private static func equality(_ place: Place) -> String {
    place.database.configuredWith(configuration: Configuration()) {
      $0 == place.database && $0.hash == place.database.hash ? "equal" : "different"
    }
  }

  private static func operation(
    _ place: Place, _ change: (CKOperation.Configuration) -> Void
  ) async -> String {
    let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
    change(operation.configuration)
    return await run(operation, on: place.database) { operation, log in
      operation.perRecordResultBlock = { log.item($1, RecordRows.text) }
      operation.fetchRecordsResultBlock = { log.end($0) }
    }
  }

  static let all: [Row] = patience + limits

  private static let patience: [Row] = [
    row("configuredWith(.utility), connection lost", .asynchronous, .saved, "hello") { place in
      try await place.trouble(.connectionLostOnce)
      return try await fetch(place, configuration { $0.qualityOfService = .utility })
    },
    row("configuredWith(.utility) of the container", .asynchronous, .saved, "hello") { place in
      try await place.trouble(.connectionLostOnce)
      return try await place.container.configuredWith(
        configuration: configuration { $0.qualityOfService = .background }
      ) { RecordRows.text(try await $0.privateCloudDatabase.record(for: place.recordID)) }
    },
    row("configuredWith(group: .utility)", .asynchronous, .saved, "hello") { place in
      try await place.trouble(.connectionLostOnce)
      let group = CKOperationGroup()
      group.defaultConfiguration.qualityOfService = .utility
      return try await fetch(place, nil, group: group)
    },
    row("configuredWith(.default), connection lost", .asynchronous, .saved, "!networkFailure") {
      place in
      try await place.trouble(.connectionLostOnce)
      return try await fetch(place, Configuration())
    },
    row("configuredWith, a handler", .handler, .saved, "hello") { place in
      try await place.trouble(.connectionLostOnce)
      return await withCheckedContinuation { continuation in
        place.database.configuredWith(
          configuration: configuration { $0.qualityOfService = .utility }
        ) { database in
          database.fetch(withRecordID: place.recordID) { record, error in
            continuation.resume(
              returning: record.map(RecordRows.text) ?? error.map(ErrorText.text) ?? "nothing")
          }
        }
      }
    },
    row("configuredWith, the database outside", .asynchronous, .saved, "!networkFailure") { place in
      try await place.database.configuredWith(
        configuration: configuration { $0.qualityOfService = .utility }
      ) { _ in
        try await place.trouble(.connectionLostOnce)
        return RecordRows.text(try await place.database.record(for: place.recordID))
      }
    },
    row("configuredWith, equality", .asynchronous, .saved, "equal") { equality($0) },
  ]

  /// Answers come after 2 s, and limits are shorter, or longer.
  private static let limits: [Row] = [
    row("configuredWith(timeoutIntervalForRequest)", .asynchronous, .saved, "!networkFailure") {
      place in
      try await place.trouble(.slow(milliseconds: 2_000))
      return try await fetch(place, configuration { $0.timeoutIntervalForRequest = 0.1 })
    },
    row("configuredWith(timeoutIntervalForResource)", .asynchronous, .saved, "!networkFailure") {
      place in
      try await place.trouble(.slow(milliseconds: 2_000))
      return try await fetch(place, configuration { $0.timeoutIntervalForResource = 0.1 })
    },
    row(
      "configuredWith(timeoutIntervalForResource), utility", .asynchronous, .saved,
      "!networkFailure"
    ) { place in
      try await place.trouble(.connectionLost)
      return try await fetch(
        place,
        configuration {
          $0.qualityOfService = .utility
          $0.timeoutIntervalForResource = 0.3
        })
    },
    row("configuredWith(timeoutIntervalForRequest), long", .asynchronous, .saved, "hello") {
      place in
      try await place.trouble(.slow(milliseconds: 50))
      return try await fetch(
        place,
        configuration {
          $0.timeoutIntervalForRequest = 50
          $0.timeoutIntervalForResource = .infinity
        })
    },
    row("configuredWith(timeoutIntervalForRequest: 0)", .asynchronous, .saved, "hello") { place in
      try await fetch(
        place,
        configuration {
          $0.timeoutIntervalForRequest = 0
          $0.timeoutIntervalForResource = -1
        })
    },
    row("CKOperation.timeoutIntervalForRequest", .operation, .saved, "end !networkFailure") {
      place in
      try await place.trouble(.slow(milliseconds: 2_000))
      return await operation(place) { $0.timeoutIntervalForRequest = 0.1 }
    },
    row("CKOperation.timeoutIntervalForResource", .operation, .saved, "end !networkFailure") {
      place in
      try await place.trouble(.slow(milliseconds: 2_000))
      return await operation(place) { $0.timeoutIntervalForResource = 0.1 }
    },
    row("CKOperation.timeoutIntervalForResource, long", .operation, .saved, "item hello, end ok") {
      place in
      await operation(place) { $0.timeoutIntervalForResource = 30 }
    },
  ]
}
