import PostgresClient
import Testing

/// Machines without the library, or with an old one.
struct LibraryTests {
  @Test func `a library that is missing is named with its package`() {
    let error = #expect(throws: PostgresError.self) { try LibPQ(file: "libpq-of-nobody.so.5") }
    guard case .libraryMissing(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("libpq-of-nobody.so.5"))
    #expect("\(PostgresError.libraryMissing(reason: reason))".hasSuffix("the package is libpq5."))
  }

  @Test func `another library under its name is missing too`() {
    #expect(throws: PostgresError.libraryMissing(reason: "no PQlibVersion in libc.so.6")) {
      try LibPQ(file: "libc.so.6")
    }
  }

  @Test func `a library without pipelines is too old`() throws {
    #expect(throws: PostgresError.libraryTooOld(version: 130_021)) {
      try LibPQ.requireKnown(version: 130_021)
    }
    try LibPQ.requireKnown(version: 140_000)
  }
}
