/// Writes letters of any script in those that names on the network have.
///
/// Source: RFC 3492; the names of the constants are those of its section 5, and the steps those of 6.1 and 6.3.
enum Punycode {
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let initialN: UInt32 = 0x80

  /// A label without the `xn--` before it.
  static func encode(_ label: String) -> String {
    let scalars = Array(label.unicodeScalars)
    let basic = scalars.filter(\.isASCII)
    var output = String(String.UnicodeScalarView(basic))
    if !basic.isEmpty { output.append("-") }
    var (n, delta, bias, handled) = (initialN, 0, initialBias, basic.count)
    while handled < scalars.count {
      guard let next = scalars.lazy.map(\.value).filter({ $0 >= n }).min() else { break }
      delta += Int(next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar.value < n { delta += 1 }
        guard scalar.value == n else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return output
  }

  /// A number with as many digits as its size and the bias ask for.
  private static func digits(of number: Int, bias: Int) -> String {
    var (rest, text, k) = (number, "", base)
    while true {
      let threshold = min(max(tMin, k - bias), tMax)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (base - threshold))
      rest = (rest - threshold) / (base - threshold)
      k += base
    }
  }

  /// `a` to `z`, then `0` to `9`.
  private static func digit(_ value: Int) -> String {
    let first =
      value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    return String(Unicode.Scalar(first))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }
}
