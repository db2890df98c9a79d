package import CloudModel

/// The result of one request in the cloud.
package struct CloudResult: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    /// The change tag of the cloud's copy.
    case saved(tag: String)
    case deleted
    case failed(CloudError.Code)
  }

  package struct Item: Sendable, Equatable {
    package var name: String
    package var result: Result
  }

  /// A page of changes that was handed out.
  package struct Page: Sendable, Equatable {
    package var since: ServerChangeToken?
    package var token: ServerChangeToken
    package var moreComing: Bool
    package var modified: [String]
    package var deleted: [String]
  }

  package var request: Request
  /// 0 for the first arrival.
  package var copy = 0
  /// The reason why the whole call was refused.
  package var refusal: CloudError?
  package var items: [Item] = []
  package var page: Page?
  /// The notification that a long poll has brought.
  package var notification: CloudNotification?

  /// The zones that are gone for everyone; leaving a shared zone does not delete it.
  var deletedZones: [String] {
    guard request.operation == .modifyZones, request.scope == .private else { return [] }
    return items.filter { $0.result == .deleted }.map(\.name)
  }

  var line: String {
    var words = ["#\(request.number) reached" + (copy > 0 ? " again" : "")]
    if let refusal { words.append("refused: " + refusal.label) }
    words += items.map { item in
      switch item.result {
      case .saved(let tag): "\(item.name)@\(tag)"
      case .deleted: "\(item.name) deleted"
      case .failed(let code): "\(item.name) \(code)"
      }
    }
    if let page {
      words.append("since \(page.since.label) to \(Optional(page.token).label)")
      words += page.modified.map { "+" + $0 } + page.deleted.map { "-" + $0 }
      if page.moreComing { words.append("more") }
    }
    return words.joined(separator: " ")
  }
}

extension CloudError {
  var label: String {
    "\(code)" + (retryAfterSeconds.map { " after \($0) s" } ?? "")
  }
}

extension ServerChangeToken? {
  /// The end of the token, which is enough to tell two apart.
  var label: String { self.map { "…" + $0.rawValue.suffix(8) } ?? "nothing" }
}
