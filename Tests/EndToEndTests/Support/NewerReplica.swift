import Foundation
import GRDB

/// A replica as a later version would leave it.
enum NewerReplica {
  static func mark(_ path: String) throws {
    try use(path) { db in
      try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('v999: from later')")
    }
  }

  /// Everything in it, as text.
  static func dump(_ path: String) throws -> String {
    try use(path) { db in
      let stream = TextStream()
      try db.dumpContent(to: stream)
      return stream.text
    }
  }

  private static func use<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value
  {
    let database = try DatabaseQueue(path: path)
    let value = try database.write(body)
    try database.close()
    return value
  }

  private final class TextStream: TextOutputStream {
    var text = ""

    func write(_ string: String) { text += string }
  }
}
