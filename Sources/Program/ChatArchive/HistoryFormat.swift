/// The format in which a history is written.
package enum HistoryFormat: String, CaseIterable, Sendable {
  /// For programs: an archive, which can be imported.
  case jsonl
  /// For people.
  case markdown, text

  package var fileExtension: String {
    switch self {
    case .jsonl: "jsonl"
    case .markdown: "md"
    case .text: "txt"
    }
  }
}
