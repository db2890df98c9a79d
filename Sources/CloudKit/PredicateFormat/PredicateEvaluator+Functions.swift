import Foundation

extension PredicateEvaluator {
  /// What a function returns; nil if it has no meaning for these arguments.
  ///
  /// As many arguments as the function takes: the parser has counted them.
  func result(of function: PredicateTree.Function, _ arguments: [Any?]) -> Any? {
    let first = arguments.first.flatMap { PredicateValue.unwrapped($0) }
    let second = arguments.count > 1 ? PredicateValue.unwrapped(arguments[1]) : nil
    switch function {
    case .now: return context.now()
    case .distance:
      guard let first, let second else { return nil }
      return context.metres(first, second)
    case .tokenize:
      guard case .string(let text) = PredicateValue(first) else { return nil }
      return context.words(text).sorted()
    case .cast: return cast(PredicateValue(first), to: second)
    case .uppercase: return text(first)?.uppercased()
    case .lowercase: return text(first)?.lowercased()
    case .length: return text(first)?.utf16.count
    case .count: return PredicateValue(first).elements.count
    case .absolute: return PredicateValue(first).number.map { abs($0) }
    case .element: return element(of: first, at: second)
    case .add, .subtract, .multiply, .divide, .modulus, .power:
      return arithmetic(function, PredicateValue(first), PredicateValue(second))
    }
  }

  private func text(_ value: Any?) -> String? {
    guard case .string(let text) = PredicateValue(value) else { return nil }
    return text
  }

  /// Source: `NSExpression`: numbers become dates by seconds since 2001, and texts become numbers.
  private func cast(_ value: PredicateValue, to type: Any?) -> Any? {
    switch (text(type), value) {
    case ("NSDate", .date(let date)): date
    case ("NSDate", _): value.number.map { Date(timeIntervalSinceReferenceDate: $0) }
    case ("NSNumber", .date(let date)): date.timeIntervalSinceReferenceDate
    case ("NSNumber", .string(let text)): Double(text)
    case ("NSNumber", _): value.number
    case ("NSString", .string(let text)): text
    case ("NSString", .integer(let number)): String(number)
    case ("NSString", .double(let number)): String(number)
    default: nil
    }
  }

  private func element(of value: Any?, at index: Any?) -> Any? {
    guard let list = value as? [Any] else {
      return index.flatMap { index in
        text(index).flatMap { key in value.flatMap { context.value($0, key) } }
      }
    }
    switch PredicateValue(index) {
    case .string("FIRST"): return list.first
    case .string("LAST"): return list.last
    case .string("SIZE"): return list.count
    case .integer(let index):
      return Int(exactly: index).flatMap { list.indices.contains($0) ? list[$0] : nil }
    default: return nil
    }
  }

  /// Of integers the result is an integer, unless it has no room in one.
  private func arithmetic(
    _ function: PredicateTree.Function, _ a: PredicateValue, _ b: PredicateValue
  ) -> Any? {
    if case .integer(let a) = a, case .integer(let b) = b, let result = integer(function, a, b) {
      return result
    }
    guard let a = a.number, let b = b.number else { return nil }
    let result: Double =
      switch function {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      case .modulus: a.truncatingRemainder(dividingBy: b)
      default: pow(a, b)
      }
    return result.isFinite ? result : nil
  }

  private func integer(_ function: PredicateTree.Function, _ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflow) =
      switch function {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .modulus: a.remainderReportingOverflow(dividingBy: b)
      default: (Int64(0), true)
      }
    return overflow ? nil : result
  }
}
