/// The frame around the contents of every page of the console.
struct ConsoleFrame: Sendable {
  /// The viewer of the page.
  enum Viewer: Sendable, Hashable {
    case nobody
    /// `canSignOut` is false for one who needs no session, as at the Unix socket.
    case administrator(canSignOut: Bool)
    /// Somebody with an account, by its name.
    case account(String)
  }

  var viewer: Viewer
  var version: String
  var nonce: String
  /// Proves that a form came from this page.
  var formToken: String

  func html(of page: ConsolePage) -> String {
    let trail = page.trail.map(\.html).joined(separator: " › ")
    let body: HTML = """
      <header>
      <a href="/"><strong>ZoneChat cloud</strong></a>
      \(navigation(on: page))
      \(signOut)
      </header>
      <main>
      \("<nav aria-label=\"Trail\"><p class=\"trail\">\(trail)</p></nav>", if: !page.trail.isEmpty)
      <h1><bdi>\(page.title)</bdi></h1>
      \(page.body(self))
      </main>
      <footer>ZoneChat cloud \(version). Times are in UTC.</footer>
      \(page.script.map { "<script nonce=\"\(nonce)\">\n\($0)</script>" })
      """
    return Document(
      title: "\(page.title) – ZoneChat cloud", nonce: nonce, body: body
    ).text
  }

  /// A form with one button that changes something.
  func button(
    _ text: String, for action: ConsoleAddress.Action,
    _ fields: [(name: String, value: String)] = []
  ) -> HTML {
    form(action, "\(fields.map(Self.hidden))<button>\(text)</button>")
  }

  func form(
    _ action: ConsoleAddress.Action, _ contents: HTML, style: HTML = ""
  ) -> HTML {
    """
    <form method="post" action="\(action.rawValue)"\(style)>
    \(Self.hidden("formToken", formToken))
    \(contents)
    </form>
    """
  }

  static func hidden(_ name: String, _ value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
  }

  private func navigation(on page: ConsolePage) -> HTML {
    let links: [(String, ConsoleAddress.Path)]
    switch viewer {
    case .nobody: return ""
    case .administrator:
      links = [
        ("Overview", .overview), ("Accounts", .accounts), ("Shares", .shares),
        ("Requests", .requests), ("Faults", .faults),
      ]
    case .account:
      links = [("Overview", .overview), ("Shares", .shares), ("Requests", .requests)]
    }
    let items = links.map { text, path -> HTML in
      "<a href=\"\(path.rawValue)\"\(" aria-current=\"page\"", if: page.path == path)>\(text)</a>\n"
    }
    return "<nav aria-label=\"Pages\">\(items)</nav>"
  }

  private var signOut: HTML? {
    switch viewer {
    case .nobody: nil
    case .administrator(canSignOut: false): "<span class=\"quiet\">administrator</span>"
    case .administrator: form(.signOut, "<span>administrator</span> <button>Sign out</button>")
    case .account(let name):
      form(.signOut, "<span><bdi>\(name)</bdi></span> <button>Sign out</button>")
    }
  }
}

/// The contents of one page of the console.
struct ConsolePage: Sendable {
  let title: String
  /// The page of the navigation that this one is; nil for the others.
  let path: ConsoleAddress.Path?
  /// The pages above this one.
  let trail: [Link]
  let script: HTML?
  /// Made for a frame, whose forms it may need.
  let body: @Sendable (ConsoleFrame) -> HTML

  init(
    _ title: String, at path: ConsoleAddress.Path? = nil, trail: [Link] = [], script: HTML? = nil,
    body: @escaping @Sendable (ConsoleFrame) -> HTML
  ) {
    self.title = title
    self.path = path
    self.trail = trail
    self.script = script
    self.body = body
  }

  /// Whether the page has a script, which talks to the cloud.
  var isLive: Bool { script != nil }
}
