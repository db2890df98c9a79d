import ChatCore
import ChatModel
import CloudModel
import SyncRules
import TestSupport
import Testing

/// The error table row by row, for owner and participant: the product's client over HTTP, a server that
/// says the error, a person who looks at the result.
@Suite(.servedCloud) struct ErrorTableTests {
  @Test(arguments: CloudError.Code.allCases, ErrorPolicy.Role.allCases)
  func `a message that meets the error ends as its row says`(
    code: CloudError.Code, role: ErrorPolicy.Role
  ) async throws {
    try await ServedCloud.withPair(role) { pair in
      var texts = try await pair.texts()
      for (index, source) in ErrorSource.all(of: code).enumerated() {
        texts.append("\(code) \(index)")
        try await send("\(code) \(index)", meeting: source, code, role, pair)
        try await pair.expectTexts(texts, "\(code) by \(source)")
      }
      #expect(try await pair.isAtRest())
    }
  }

  private func send(
    _ text: String, meeting source: ErrorSource, _ code: CloudError.Code,
    _ role: ErrorPolicy.Role, _ pair: ServedPair
  ) async throws {
    let comment: Comment = "\(code) by \(source)"
    let fate = ErrorFate.ofMessage(code, as: role)
    let id = try await pair.actor.repository.send(text, to: pair.chat)
    try await pair.order(source, at: .modifyRecords, in: role.scope)
    pair.actor.faults.forgetRequests()
    let status = await pair.actor.sync()
    #expect(fate.allows(status), "\(comment): \(status)")
    let sending = pair.actor.faults.requests.filter { [.modifyRecords, .lookUp].contains($0) }
    switch fate {
    case .arrives, .sealed:
      #expect(sending == [.modifyRecords, .modifyRecords], comment)
    case .merged:
      // Where the whole request was refused, nobody says which record to look at.
      let lookUps = if case .record = source { 1 } else { 0 }
      #expect(sending.count { $0 == .modifyRecords } == 2, comment)
      #expect(sending.count { $0 == .lookUp } == lookUps, comment)
    case .offline, .suspended, .stopped:
      #expect(sending == [.modifyRecords], comment)
      #expect(try await pair.delivery(of: id) == .queued(place: 1), comment)
      await pair.actor.sync()
    case .failed:
      #expect(sending == [.modifyRecords], comment)
      let delivery = try await pair.delivery(of: id)
      #expect(delivery == .failed(reason: FailureWords.reason(code, as: role)), comment)
      #expect(try await pair.actor.repository.message(id).text == text, comment)
      if ErrorPolicy.verdict(on: code, as: role) == .refused {
        #expect(pair.actor.faults.requests.contains(.zoneChanges), "the share is looked at")
      }
      try await pair.actor.repository.retry(id)
      await pair.actor.sync()
    }
    #expect(try await pair.delivery(of: id) == .sent, comment)
  }

  @Test(arguments: CloudError.Code.allCases, ErrorPolicy.Role.allCases)
  func `a feed that meets the error is read in the end`(
    code: CloudError.Code, role: ErrorPolicy.Role
  ) async throws {
    try await ServedCloud.withPair(role) { pair in
      var texts = try await pair.texts()
      for operation in [CloudCall.databaseChanges, .zoneChanges] {
        // What is said of a record says nothing of a feed.
        for source in ErrorSource.all(of: code) where !source.isOfRecord {
          texts.append("\(code) at \(operation)")
          try await pair.peer.repository.send("\(code) at \(operation)", to: pair.peersChat)
          await pair.peer.sync()
          try await read(source, at: operation, code, role, pair)
          if try await !pair.actor.summary(of: pair.chat).access.canWrite {
            // The cloud was wrong: the next thing that happens there brings the chat back.
            texts.append("again")
            try await pair.peer.repository.send("again", to: pair.peersChat)
            await pair.peer.sync()
            await pair.actor.sync()
          }
          try await pair.expectTexts(texts, "\(code) at \(operation) by \(source)")
        }
      }
      #expect(try await pair.isAtRest())
    }
  }

  private func read(
    _ source: ErrorSource, at operation: CloudCall,
    _ code: CloudError.Code, _ role: ErrorPolicy.Role, _ pair: ServedPair
  ) async throws {
    let comment: Comment = "\(code) at \(operation) by \(source)"
    let fate = ErrorFate.ofFeed(code, isZone: operation == .zoneChanges)
    let before = try await pair.actor.messages(in: pair.chat).map(\.text)
    try await pair.order(source, at: operation, in: role.scope)
    pair.actor.faults.forgetRequests()
    let status = await pair.actor.sync()
    #expect(fate.allows(status), "\(comment): \(status)")
    #expect(pair.actor.faults.requests.contains(operation), comment)
    if fate == .sealed {
      let access = try await pair.actor.summary(of: pair.chat).access
      #expect(!access.canWrite, "\(comment): \(access)")
      #expect(try await pair.actor.messages(in: pair.chat).map(\.text) == before, comment)
    }
    if fate.endsSync { await pair.actor.sync() }
  }
}

extension ServedCloud {
  /// Runs `body` with a pair of the cloud that the suite shares.
  fileprivate static func withPair(
    _ role: ErrorPolicy.Role, _ body: (ServedPair) async throws -> Void
  ) async throws {
    try await #require(ServedCloud.current).pairs.with(role, body)
  }
}

extension ErrorSource {
  fileprivate var isOfRecord: Bool {
    if case .record = self { true } else { false }
  }
}

extension ErrorPolicy.Role {
  /// The database in which somebody in this role finds the chat.
  var scope: DatabaseScope {
    switch self {
    case .owner: .private
    case .participant: .shared
    }
  }
}
