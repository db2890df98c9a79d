/// Metrics in the text format that Prometheus reads.
///
/// Source: Prometheus, Exposition formats, version 0.0.4.
struct PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  init(_ metrics: Metrics) {
    add(answers: metrics.answers)
    add(durations: metrics.durations)
    for gauge in metrics.gauges {
      head(gauge.name, gauge.help, gauge.kind)
      for (labels, value) in gauge.read() { line(gauge.name, labels, value) }
    }
  }

  private mutating func add(answers: [Metrics.Answer: Int]) {
    let name = "zonechat_requests_total"
    head(name, "Answered requests, by operation and error code.", "counter")
    for (answer, count) in answers.sorted(by: {
      ($0.key.operation, $0.key.code) < ($1.key.operation, $1.key.code)
    }) {
      line(name, ["operation": answer.operation, "code": answer.code], Double(count))
    }
  }

  private mutating func add(durations: [String: Metrics.Histogram]) {
    let name = "zonechat_request_duration_seconds"
    head(name, "Duration of requests, without held polls.", "histogram")
    for (operation, histogram) in durations.sorted(by: { $0.key < $1.key }) {
      var total = 0
      for (index, bound) in Metrics.bounds.enumerated() {
        total += histogram.counts[index]
        line(name + "_bucket", ["operation": operation, "le": "\(bound)"], Double(total))
      }
      total += histogram.counts[Metrics.bounds.count]
      line(name + "_bucket", ["operation": operation, "le": "+Inf"], Double(total))
      line(name + "_sum", ["operation": operation], histogram.sum)
      line(name + "_count", ["operation": operation], Double(total))
    }
  }

  private mutating func head(_ name: String, _ help: String, _ kind: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  private mutating func line(_ name: String, _ labels: [String: String], _ value: Double) {
    let spelled = labels.sorted { $0.key < $1.key }
      .map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    let number =
      value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    text += name + (spelled.isEmpty ? "" : "{\(spelled)}") + " \(number)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
