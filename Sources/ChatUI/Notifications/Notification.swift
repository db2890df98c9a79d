/// What the desktop shows of new messages.
package struct Notification: Equatable, Sendable {
  package var title: String
  package var body: String

  package init(title: String, body: String) {
    self.title = title
    self.body = body
  }
}
