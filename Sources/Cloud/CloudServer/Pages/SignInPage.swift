/// The page on which people sign in to let an application in.
///
/// It says which application asks, and where the key will go. It runs no script but the one that
/// hands over the key.
struct SignInPage: Sendable {
  /// The destination of the key after the sign-in.
  enum Destination: Sendable {
    /// To an address of this origin, or of an application with this scheme.
    case callback(String)
    /// To the page that opened this one, if it is of one of these origins.
    case opener([String])
  }

  let container: String
  let environment: String
  /// The name of the application's API token.
  let tokenName: String
  let destination: Destination
  let nonce: String

  /// The form; `trouble` says why it is shown again.
  func form(
    apiToken: String, formToken: String, name: String, trouble: String?
  ) -> String {
    page(
      title: "Sign in",
      body: """
        <h1>Sign in</h1>
        <p>The application ‘\(tokenName)’ of \
        <strong>\(container)</strong> (\(environment)) wants to use your
        data in this cloud. \(destinationSentence)</p>
        <p>Sign in only if that application sent you here.</p>
        \(trouble.map { "<p role=\"alert\">\($0)</p>" })
        <form class="fields" method="post" action="/extension/1/signin">
        <input type="hidden" name="ckAPIToken" value="\(apiToken)">
        <input type="hidden" name="formToken" value="\(formToken)">
        <p><label>Name <input name="name" value="\(name)" autocomplete="username" \
        required autofocus></label></p>
        <p><label>Passphrase <input name="passphrase" type="password" \
        autocomplete="current-password" required></label></p>
        <p><label class="check"><input type="checkbox" name="persist" value="1"> Keep me signed in</label></p>
        <button>Sign in</button>
        </form>
        """)
  }

  private var destinationSentence: HTML {
    switch destination {
    case .callback(let origin): "It receives a key to your data at \(Self.strong(origin))."
    case .opener(let origins) where origins.isEmpty:
      "It has named no page, so only a page of this cloud receives a key to your data."
    case .opener(let origins):
      "A page of \(origins.map(Self.strong).joined(separator: " or ")) receives a key to your data."
    }
  }

  private static func strong(_ text: String) -> HTML { "<strong>\(text)</strong>" }

  /// The page that hands the key to the window that opened it, if that window shows a page of one
  /// of the origins.
  ///
  /// The browser compares: a message for another origin is not delivered. Source: the HTML standard,
  /// `window.postMessage`.
  func handOver(webAuthToken: String, session: String, to origins: [String]) -> String {
    let targets =
      origins.isEmpty
      ? "location.origin" : origins.map(Self.scriptLiteral).joined(separator: ",")
    let message = [("ckSession", session), ("ckWebAuthToken", webAuthToken)]
      .map { key, value -> HTML in "\"\(key)\":\(Self.scriptLiteral(value))" }
      .joined(separator: ",")
    return page(
      title: "Signed in",
      body: """
        <h1>Signed in</h1>
        <p>You can close this window.</p>
        <script nonce="\(nonce)">
        if (window.opener) {
          for (const origin of [\(targets)]) window.opener.postMessage({\(message)}, origin);
          window.close();
        }
        </script>
        """)
  }

  private func page(title: String, body: HTML) -> String {
    Document(title: title, nonce: nonce, body: "<main>\(body)</main>").text
  }

  /// A string of a script: everything but ASCII letters and digits becomes `\uXXXX`.
  private static func scriptLiteral(_ text: String) -> HTML {
    let escaped = text.utf16.map { unit in
      let scalar = UnicodeScalar(unit)
      guard let scalar, scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      else {
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
      return String(Character(scalar))
    }.joined()
    return "\"\(escaped)\""
  }
}
