import Foundation

/// The page on which people sign in to let an application in, as HTML.
///
/// It says which application asks, and where the key will go. All text from outside is escaped; the
/// page runs no script but the one that hands over the key, and cannot be framed.
struct SignInPage: Sendable {
  var container: String
  var environment: String
  /// The name of the application's API token.
  var tokenName: String
  var destination: Destination

  /// Where the key goes after signing in.
  enum Destination: Sendable {
    /// To an address of this origin, or of an application with this scheme.
    case callback(String)
    /// To the page that opened this one, if it is of one of these origins.
    case opener([String])
  }

  /// The form; `trouble` says why it is shown again.
  func form(apiToken: String, formToken: String, name: String, trouble: String?) -> String {
    let note = trouble.map { "<p class=\"trouble\" role=\"alert\">\(Self.escaped($0))</p>" } ?? ""
    return page(
      title: "Sign in",
      body: """
        <h1>Sign in</h1>
        <p>The application ‘\(Self.escaped(tokenName))’ of \
        <strong>\(Self.escaped(container))</strong> (\(Self.escaped(environment))) wants to use your
        data in this cloud. \(destinationSentence)</p>
        <p>Sign in only if that application sent you here.</p>
        \(note)
        <form method="post" action="/extension/1/signin">
        <input type="hidden" name="ckAPIToken" value="\(Self.escaped(apiToken))">
        <input type="hidden" name="formToken" value="\(Self.escaped(formToken))">
        <p><label>Name <input name="name" value="\(Self.escaped(name))" autocomplete="username" \
        required autofocus></label></p>
        <p><label>Passphrase <input name="passphrase" type="password" \
        autocomplete="current-password" required></label></p>
        <p><label><input type="checkbox" name="persist" value="1"> Keep me signed in</label></p>
        <p><button>Sign in</button></p>
        </form>
        """)
  }

  private var destinationSentence: String {
    switch destination {
    case .callback(let origin): "It receives a key to your data at \(Self.strong(origin))."
    case .opener(let origins) where origins.isEmpty:
      "It has named no page, so only a page of this cloud receives a key to your data."
    case .opener(let origins):
      "A page of \(origins.map(Self.strong).joined(separator: " or ")) receives a key to your data."
    }
  }

  private static func strong(_ text: String) -> String { "<strong>\(escaped(text))</strong>" }

  /// The page that hands the key to the window that opened it, if that window shows a page of one
  /// of the origins.
  ///
  /// The browser compares: a message for another origin is not delivered. Source: the HTML standard,
  /// `window.postMessage`.
  func handOver(
    webAuthToken: String, session: String, to origins: [String], nonce: String
  ) -> String {
    let targets =
      origins.isEmpty
      ? "location.origin"
      : origins.map { "\"\(Self.scriptEscaped($0))\"" }.joined(separator: ",")
    let message = ["ckWebAuthToken": webAuthToken, "ckSession": session]
      .sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\"\(Self.scriptEscaped($0.value))\"" }.joined(separator: ",")
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

  private func page(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>\(title)</title></head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }

  /// Escapes text for a string in a script: everything but ASCII letters and digits becomes
  /// `\uXXXX`.
  static func scriptEscaped(_ text: String) -> String {
    text.utf16.map { unit in
      let scalar = UnicodeScalar(unit)
      guard let scalar, scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      else {
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
      return String(Character(scalar))
    }.joined()
  }
}
