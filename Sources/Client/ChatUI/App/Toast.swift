/// One line that says what happened; it goes away with the next thing that is done or typed.
package struct Toast: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case info
    case error
  }

  package var kind: Kind
  package var text: String

  package static func info(_ text: String) -> Toast { Toast(kind: .info, text: text) }

  package static func error(_ text: String) -> Toast { Toast(kind: .error, text: text) }
}
