package import ChatModel
import GRDB

/// The questions of a replica's processes to its engine, and the engine's answers.
package struct LeaseState: Sendable, Equatable {
  /// The number of the engine that has begun last.
  package var term: Int64
  /// The last question to the engine, and the last that it has heard.
  package var asked: Int64
  package var heard: Int64
  /// The number of the last question that asks for a look at the cloud, and of the last one that was
  /// answered.
  package var lookAsked: Int64
  package var looked: Int64
}

/// One engine at a time: terms, questions and answers.
///
/// 1. An engine begins a term before it does anything else, and writes through a replica that is
///    `inTerm`. The program's `Lease`, which only a new term makes, gives its engine that replica.
/// 2. Every transaction of such a replica checks the term, and changes nothing once another term has begun:
///    it throws `.engineReplaced`.
/// 3. So an engine that was stopped and continues later can finish a request that it has sent, but the
///    answer is discarded. The next engine sends again what has no known result (`recover`).
extension Replica {
  /// This replica for an engine in `term`: writes throw `.engineReplaced` once another term has begun.
  package func inTerm(_ term: Int64) -> Replica { Replica(self, term: term) }

  package func leaseState() async throws(ChatError) -> LeaseState {
    try readBriefly { db in
      guard
        let row = try Row.fetchOne(
          db.cachedStatement(sql: "SELECT term, asked, heard, lookAsked, looked FROM engine"))
      else { return LeaseState(term: 0, asked: 0, heard: 0, lookAsked: 0, looked: 0) }
      return LeaseState(
        term: row["term"], asked: row["asked"], heard: row["heard"], lookAsked: row["lookAsked"],
        looked: row["looked"])
    }
  }

  /// Begins the next term, and returns its number.
  ///
  /// If `present` is given and is no longer the newest term, begins none and returns nil.
  package func beginTerm(after present: Int64? = nil) async throws(ChatError) -> Int64? {
    try await write { db in
      try db.cachedStatement(
        sql: "UPDATE engine SET term = term + 1 WHERE term = coalesce(?, term)"
      )
      .execute(arguments: [present])
      guard db.changesCount == 1 else { return nil }
      return try Int64.fetchOne(db.cachedStatement(sql: "SELECT term FROM engine"))
    }
  }

  /// Puts a question to the engine; returns the number of the question.
  package func askEngine(for question: EngineQuestion) async throws(ChatError) -> Int64 {
    try await write(.later) { db in
      let sql =
        switch question {
        case .ping: "UPDATE engine SET asked = asked + 1"
        case .look: "UPDATE engine SET asked = asked + 1, lookAsked = asked + 1"
        }
      try db.cachedStatement(sql: sql).execute()
      return try Int64.fetchOne(db.cachedStatement(sql: "SELECT asked FROM engine")) ?? 0
    }
  }

  /// Notes that the engine has heard the questions up to this one.
  package func hear(_ question: Int64) async throws(ChatError) {
    try await write(.later) { db in
      try db.cachedStatement(sql: "UPDATE engine SET heard = ? WHERE heard < ?")
        .execute(arguments: [question, question])
    }
  }

  /// Notes that the engine has finished a look for the questions up to this one, or cannot reach
  /// the cloud.
  package func answerLook(_ question: Int64) async throws(ChatError) {
    try await write(.later) { db in
      try db.cachedStatement(sql: "UPDATE engine SET looked = ? WHERE looked < ?")
        .execute(arguments: [question, question])
    }
  }

  /// Throws `.engineReplaced` if another engine has begun since this one.
  static func requireTerm(_ term: Int64?, _ db: Database) throws {
    guard let term else { return }
    let newest = try Int64.fetchOne(db.cachedStatement(sql: "SELECT term FROM engine"))
    guard newest == term else { throw ChatError.engineReplaced }
  }
}

/// A question of a process to the engine in another process.
package enum EngineQuestion: Sendable {
  /// Whether the engine still runs.
  case ping
  /// Whether there are changes in the cloud; the engine fetches them before it answers.
  case look
}
