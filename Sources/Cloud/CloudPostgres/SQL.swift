import Foundation
import PostgresClient

/// A text of SQL with its values: what is interpolated becomes a parameter, and never a part of the text.
///
/// `\(sql:)` is the exception, for names and conditions that this program has written itself.
struct SQL: ExpressibleByStringInterpolation {
  fileprivate enum Piece {
    case text(String)
    case value(PostgresValue)
  }

  private var pieces: [Piece] = []

  init(stringLiteral text: String) { pieces = [.text(text)] }

  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// Equal texts with other values are one prepared statement, unless `preparation` says otherwise.
  func statement(
    _ preparation: PostgresStatement.Preparation = .kept
  ) -> PostgresStatement {
    var text = ""
    var values: [PostgresValue] = []
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        values.append(value)
        text += "$\(values.count)"
      }
    }
    return PostgresStatement(text, values, preparation)
  }

  static func + (a: SQL, b: SQL) -> SQL {
    var sum = a
    sum.pieces += b.pieces
    return sum
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }
    mutating func appendInterpolation(sql text: String) { pieces.append(.text(text)) }
    mutating func appendInterpolation(_ part: SQL) { pieces += part.pieces }

    mutating func appendInterpolation(_ value: String?) { pieces.append(.value(.text(value))) }
    mutating func appendInterpolation(_ value: Int64?) {
      pieces.append(.value(.bigint(value.map { Int($0) })))
    }
    mutating func appendInterpolation(_ value: Int?) { pieces.append(.value(.bigint(value))) }
    mutating func appendInterpolation(_ value: Bool) { pieces.append(.value(.boolean(value))) }
    mutating func appendInterpolation(_ value: Double) { pieces.append(.value(.double(value))) }
    mutating func appendInterpolation(_ value: Data?) { pieces.append(.value(.bytea(value))) }
    mutating func appendInterpolation(_ value: [UInt8]?) {
      pieces.append(.value(.bytea(value.map { Data($0) })))
    }
    mutating func appendInterpolation(_ values: [String]) {
      pieces.append(.value(.texts(values)))
    }
    mutating func appendInterpolation(_ values: [String?]) {
      pieces.append(.value(.texts(values)))
    }
    mutating func appendInterpolation(_ values: [Int64]) {
      pieces.append(.value(.bigints(values.map { Int($0) })))
    }
    mutating func appendInterpolation(_ values: [Int64?]) {
      pieces.append(.value(.bigints(values.map { number in number.map { Int($0) } })))
    }
    mutating func appendInterpolation(_ values: [Data]) {
      pieces.append(.value(.byteas(values)))
    }
    mutating func appendInterpolation(_ values: [Data?]) {
      pieces.append(.value(.byteas(values)))
    }
    mutating func appendInterpolation(_ values: [Bool]) {
      pieces.append(.value(.booleans(values)))
    }
    mutating func appendInterpolation(_ values: [Double]) {
      pieces.append(.value(.doubles(values)))
    }
  }
}

extension [SQL] {
  func joined(separator: String) -> SQL {
    var sum: SQL = ""
    for (index, part) in enumerated() {
      if index > 0 { sum = sum + SQL(stringLiteral: separator) }
      sum = sum + part
    }
    return sum
  }
}
