import CloudModel
import CommandSupport
import Testing

/// A record type with a field of every type.
enum Post {
  static func type() throws -> RecordTypeDefinition {
    let schema = try Schema(
      text: """
        DEFINE SCHEMA
        RECORD TYPE Post ("___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE, author STRING,
          cheers INT64 QUERYABLE SORTABLE, rating DOUBLE SORTABLE, at TIMESTAMP QUERYABLE,
          place LOCATION QUERYABLE, list REFERENCE QUERYABLE, data BYTES, tags LIST<STRING> QUERYABLE,
          days LIST<TIMESTAMP>, photo ASSET, note ENCRYPTED STRING, body STRING SEARCHABLE);
        """)
    return try #require(schema["Post"])
  }
}

/// The words of the failure of `body`, which must be wrong usage.
func refusal(
  at location: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) -> String {
  do {
    let value = try body()
    Issue.record("was taken as \(value)", sourceLocation: location)
    return ""
  } catch let failure as Failure {
    #expect(failure.code == .usage, sourceLocation: location)
    return failure.message
  } catch {
    Issue.record(error, sourceLocation: location)
    return ""
  }
}
