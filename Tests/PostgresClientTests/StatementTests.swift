import Foundation
import PostgresClient
import TestSupport
import Testing

/// Values, answers, plans and errors of single statements and pipelines.
struct StatementTests {
  @Test func `each type travels there and back, with its extremes and NULL`() async throws {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) { connection in
          for number in [0, 1, -1, .min, .max] {
            #expect(try connection.run("SELECT $1", .bigint(number))[0].value(0) == number)
          }
          for text in ["", "é🙂", "'; DROP TABLE x; --", String(repeating: "a", count: 100_000)] {
            #expect(try connection.run("SELECT $1", .text(text))[0].value(0) == text)
          }
          for data in [Data(), Data([0, 1, 255]), Data(repeating: 0, count: 2_000_000)] {
            #expect(try connection.run("SELECT $1", .bytea(data))[0].value(0) == data)
          }
          for flag in [true, false] {
            #expect(try connection.run("SELECT $1", .boolean(flag))[0].value(0) == flag)
          }
          for number in [0, -1.5, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            #expect(try connection.run("SELECT $1", .double(number))[0].value(0) == number)
          }
          let row = try connection.run(
            "SELECT $1, $2, $3, $4, $5", .bigint(nil), .text(nil), .bytea(nil), .boolean(nil),
            .double(nil))[0]
          #expect(try row.optional(0, as: Int.self) == nil)
          #expect(try row.optional(1, as: String.self) == nil)
          #expect(try row.optional(2, as: Data.self) == nil)
          #expect(try row.optional(3, as: Bool.self) == nil)
          #expect(try row.optional(4, as: Double.self) == nil)
          let small = try connection.run("SELECT 7::smallint, -8::integer, 'x'::name")[0]
          #expect(try small.value(0) == 7 && small.value(1) == -8 && small.value(2) == "x")
        }
      }
    }
  }

  @Test func `arrays are rows of a statement, also empty and with NULL`() async throws {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) { connection in
          let rows = try connection.run(
            "SELECT * FROM unnest($1, $2, $3, $4, $5)", .bigints([1, nil]), .texts(["a", ""]),
            .byteas([Data([0]), Data()]), .booleans([true, nil]), .doubles([0.5, -1]))
          #expect(try rows.map { try $0.optional(0, as: Int.self) } == [1, nil])
          #expect(try rows.map { try $0.value(1, as: String.self) } == ["a", ""])
          #expect(try rows.map { try $0.value(2, as: Data.self) } == [Data([0]), Data()])
          #expect(try rows.map { try $0.optional(3, as: Bool.self) } == [true, nil])
          #expect(try rows.map { try $0.value(4, as: Double.self) } == [0.5, -1])
          #expect(try connection.run("SELECT unnest($1)", .texts([])).isEmpty)
        }
      }
    }
  }

  @Test func `a wrong type is an error, and not a wrong value`() async throws {
    let address = try await TestPostgres.shared().address()
    try await onThread {
      try PostgresConnection.with(address) { connection in
        let row = try connection.run("SELECT 'one', NULL, 2::numeric")[0]
        #expect(throws: PostgresError.unexpectedAnswer(column: 0, type: 25)) {
          try row.value(0, as: Int.self)
        }
        #expect(throws: PostgresError.unexpectedAnswer(column: 1, type: 25)) {
          try row.value(1, as: String.self)
        }
        #expect(throws: PostgresError.unexpectedAnswer(column: 2, type: 1700)) {
          try row.value(2, as: Double.self)
        }
        #expect(throws: PostgresError.unexpectedAnswer(column: 3, type: 0)) {
          try row.value(3, as: Int.self)
        }
      }
    }
  }

  @Test func `a pipeline is one round trip, and says how many rows each statement changed`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) { connection in
          let before = connection.roundTrips
          let answers = try connection.run([
            PostgresStatement("CREATE TABLE t (n bigint PRIMARY KEY)"),
            PostgresStatement("INSERT INTO t SELECT unnest($1)", [.bigints([1, 2, 3])]),
            PostgresStatement("DELETE FROM t WHERE n = $1", [.bigint(2)]),
            PostgresStatement("DELETE FROM t WHERE n = $1", [.bigint(9)]),
            PostgresStatement("SELECT n FROM t ORDER BY n"),
          ])
          #expect(connection.roundTrips - before == 1)
          #expect(answers.map(\.affected) == [0, 3, 1, 0, 2])
          #expect(try answers[4].map { try $0.value(0, as: Int.self) } == [1, 3])
          #expect(try connection.run([]).isEmpty)
          #expect(connection.roundTrips - before == 1)
        }
      }
    }
  }

  @Test func `an error in the middle of a pipeline names its statement, and nothing is stored`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) { connection in
          try connection.run("CREATE TABLE t (n bigint PRIMARY KEY)")
          let insert = PostgresStatement("INSERT INTO t VALUES ($1)", [.bigint(1)])
          #expect(throws: PostgresError.notUnique(constraint: "t_pkey")) {
            try connection.run([insert, insert, PostgresStatement("SELECT 1")])
          }
          let error = #expect(throws: PostgresError.self) {
            try connection.run([insert, PostgresStatement("SELECT * FROM absent"), insert])
          }
          guard case .refused("42P01", 1, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
          }
          #expect(try connection.run("SELECT n FROM t").isEmpty)
          // Statements behind an error were never prepared, and are prepared by their next use.
          let late = PostgresStatement("SELECT count(*) FROM t WHERE n > $1", [.bigint(0)])
          #expect(throws: PostgresError.self) {
            try connection.run([PostgresStatement("SELECT 1 / 0"), late])
          }
          #expect(try connection.run(late)[0].value(0) == 0)
        }
      }
    }
  }

  @Test func `megabytes in both directions at once do not stop each other`() async throws {
    let address = try await TestPostgres.shared().address()
    let sent = try await onThread {
      let data = Data(repeating: 7, count: 1_000_000)
      let echo = PostgresStatement("SELECT $1", [.bytea(data)])
      return try PostgresConnection.with(address) { connection in
        let answers = try connection.run(Array(repeating: echo, count: 12))
        return try answers.reduce(0) { $0 + (try $1[0].value(0, as: Data.self).count) }
      }
    }
    #expect(sent == 12_000_000)
  }

  @Test func `a text is prepared once for each list of types`() async throws {
    let address = try await TestPostgres.shared().address()
    let prepared = try await onThread {
      try PostgresConnection.with(address) { connection -> Int in
        for number in 0..<5 {
          try connection.run("SELECT $1 IS NULL", .bigint(number))
          try connection.run("SELECT $1 IS NULL", .text("\(number)"))
          try connection.run(PostgresStatement("SELECT \(number)", [], .once))
        }
        return try connection.run(
          PostgresStatement("SELECT count(*) FROM pg_prepared_statements", [], .once))[0].value(0)
      }
    }
    #expect(prepared == 2)
  }

  @Test func `a plan that a new column made stale is a conflict, and then made anew`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      let pool = PostgresPool(address, jitter: { 0 })
      defer { pool.close() }
      try await onThread {
        try PostgresConnection.with(address) { other in
          try other.runScript("CREATE TABLE t (n bigint); INSERT INTO t VALUES (1)")
          try pool.transaction(.snapshot) { try $0.run("SELECT * FROM t").count }
          try other.runScript("ALTER TABLE t ADD m bigint")
          let row = try pool.transaction(.snapshot) { try $0.run("SELECT * FROM t")[0] }
          #expect(try row.optional(1, as: Int.self) == nil)
          #expect(pool.figures.repeated == 1)
        }
      }
    }
  }

  @Test func `a script has several statements, and its error leaves the connection in use`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      try await onThread {
        try PostgresConnection.with(address) { connection in
          try connection.runScript(
            "CREATE TABLE a (n bigint); CREATE TABLE b (n bigint); SELECT * FROM a")
          let error = #expect(throws: PostgresError.self) {
            try connection.runScript("DROP TABLE a; DROP TABLE absent")
          }
          #expect(error.map { "\($0)".contains("statement 2") } == true)
          #expect(try connection.run("SELECT * FROM a").isEmpty)
        }
      }
    }
  }

  @Test(arguments: [
    ("40001", PostgresError.conflict(state: "40001"), PostgresError.Repetition.atOnce),
    ("40P01", .conflict(state: "40P01"), .atOnce),
    ("55P03", .lockTimeout, .later),
    ("57014", .statementTimeout, .later),
    ("53100", .diskFull, .later),
    ("42501", .refused(state: "42501", statement: 0, reason: "raised"), .never),
    ("22023", .refused(state: "22023", statement: 0, reason: "a value does not fit"), .never),
  ])
  func `a SQLSTATE of the server is an error with its way out`(
    state: String, expected: PostgresError, repetition: PostgresError.Repetition
  ) async throws {
    let address = try await TestPostgres.shared().address()
    let error = try await onThread {
      try PostgresConnection.with(address) { connection in
        #expect(throws: PostgresError.self) {
          try connection.runScript(
            "DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '\(state)'; END $$")
        }
      }
    }
    #expect(error == expected && error?.repetition == repetition)
  }

  @Test func `the words of an error repeat no value`() async throws {
    let address = try await TestPostgres.shared().address()
    let errors = try await onThread {
      try PostgresConnection.with(address) { connection in
        [
          #expect(throws: PostgresError.self) {
            try connection.run("SELECT $1::bigint", .text("hunter2"))
          },
          #expect(throws: PostgresError.self) {
            try connection.run("SELECT $1", .text("hunter2\0"))
          },
        ].compactMap(\.self)
      }
    }
    #expect(errors.count == 2)
    for error in errors { #expect(!"\(error)".contains("hunter2")) }
  }

  @Test func `a disk that is full is said to be full`() async throws {
    let cluster = try await TestPostgres.shared()
    try await cluster.withDatabase { address in
      let path = try await onThread {
        try PostgresConnection.with(address) { connection -> String in
          try connection.run("CREATE TABLE t (x bytea)")
          return try connection.run("SELECT pg_relation_filepath('t')")[0].value(0)
        }
      }
      // Each write to this device fails as it does on a disk without room.
      let file = cluster.folder.appending(path: "data/" + path)
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createSymbolicLink(
        at: file, withDestinationURL: URL(filePath: "/dev/full"))
      try await onThread {
        try PostgresConnection.with(address) { connection in
          #expect(throws: PostgresError.diskFull) {
            try connection.run("INSERT INTO t VALUES ($1)", .bytea(Data(count: 1000)))
          }
          try connection.run("SELECT 1")
        }
      }
    }
  }
}
