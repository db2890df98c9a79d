extension ConsolePage {
  /// The form for signing in, which is all that anybody sees.
  ///
  /// `trouble` says why it is shown; `next` is where the browser goes afterwards.
  static func signIn(trouble: String?, name: String = "", next: String) -> ConsolePage {
    ConsolePage("Sign in", at: .overview) { frame in
      let administrator = frame.form(
        .signIn,
        """
        \(ConsoleFrame.hidden("next", next))
        <p><label>Administrator token <input name="token" type="password" autocomplete="off" \
        required></label></p>
        <button>Sign in as administrator</button>
        """, style: " class=\"fields\"")
      let account = frame.form(
        .signIn,
        """
        \(ConsoleFrame.hidden("next", next))
        <p><label>Name <input name="name" value="\(name)" autocomplete="username" required></label></p>
        <p><label>Passphrase <input name="passphrase" type="password" \
        autocomplete="current-password" required></label></p>
        <button>Sign in with an account</button>
        """, style: " class=\"fields\"")
      return """
        \(alert(trouble))
        <p>This is a cloud of ZoneChat: a simulation of CloudKit. Here people look at what it keeps.</p>
        <div class="forms">
        <section><h2>Administrator</h2>
        <p>The token is in the file <code>admin.token</code> in the cloud’s folder, or in the file that \
        <code>zonechat cloud serve</code> was given with <code>--admin-token-file</code>.</p>
        \(administrator)</section>
        <section><h2>Account</h2>
        <p>You see what belongs to you, and what others share with you.</p>
        \(account)</section>
        </div>
        """
    }
  }

  /// A page that says why there is nothing else to see.
  static func failure(title: String, reason: String) -> ConsolePage {
    ConsolePage(title) { _ in
      "<p role=\"alert\">\(reason)</p>\n<p><a href=\"/\">Overview</a></p>"
    }
  }

  static func alert(_ trouble: String?) -> HTML? {
    trouble.map { "<p role=\"alert\">\($0)</p>" }
  }
}
