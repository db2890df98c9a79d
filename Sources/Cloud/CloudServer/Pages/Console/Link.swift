/// A link to a page of the console.
struct Link: Sendable, Hashable {
  var text: String
  var address: ConsoleAddress

  init(_ text: String, to address: ConsoleAddress) {
    self.text = text
    self.address = address
  }

  var html: HTML { "<a href=\"\(address.text)\">\(text)</a>" }
}
