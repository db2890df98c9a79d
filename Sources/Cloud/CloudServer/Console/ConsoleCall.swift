import CloudModel
import CloudRules
import Foundation
import Hummingbird

/// One page that somebody wants to see.
struct ConsoleCall: Sendable {
  let viewer: ConsoleViewer
  let query: ConsoleQuery
  /// The address under which the browser has reached the cloud.
  let origin: String

  var isAdministrator: Bool {
    switch viewer {
    case .administrator: true
    case .account: false
    }
  }
}

/// The parameters in the address of a page.
struct ConsoleQuery: Sendable {
  private let values: [String: String]

  init(_ request: Request) {
    values = Dictionary(
      request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    ) { first, _ in first }
  }

  /// Nil if it is missing or empty.
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Throws `.invalidArguments` where it is missing.
  func text(_ name: String) throws(CloudError) -> String {
    guard let text = self[name] else {
      throw CloudError(.invalidArguments, "The address of this page lacks ‘\(name)’.")
    }
    return text
  }

  /// Whether the viewer asks for texts that the cloud hides.
  var revealsTexts: Bool { self[TextVeil.parameter] == "true" }

  /// A number from 0; nil if it is missing.
  ///
  /// Throws `.invalidArguments` for anything else.
  func count(_ name: String) throws(CloudError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw CloudError(.invalidArguments, "‘\(name)’ must be a number, 0 or more.")
    }
    return number
  }
}
