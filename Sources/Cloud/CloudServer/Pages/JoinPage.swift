package import CloudModel

/// The page that a browser shows for a link of a server: who invites, and the command that opens the link.
///
/// 1. The fragment of a link, where its secrets are, never reaches the cloud. The page's own script reads it, and shows
///    it as text, never as markup.
/// 2. Without a script the page says how to make the command.
/// 3. The title, which previews of links show, names the inviter only where the link lets in everybody.
package struct JoinPage: Sendable {
  /// The place to which the link leads.
  package enum Invitation: Sendable, Equatable {
    /// The server alone.
    case server
    case chat(LinkDescription)
    /// Nowhere, or nowhere any more.
    case gone
  }

  package var server: ServerDescription
  package var invitation: Invitation
  /// The page where people get the program; nil if the server does not know it.
  package var programURL: String?
  package var nonce: String

  package init(
    server: ServerDescription, invitation: Invitation, programURL: String? = nil, nonce: String
  ) {
    self.server = server
    self.invitation = invitation
    self.programURL = programURL
    self.nonce = nonce
  }

  package var html: String {
    Document(
      title: title, nonce: nonce, head: "<meta property=\"og:title\" content=\"\(title)\">",
      body: """
        <main>
        <h1>\(heading)</h1>\(inviter)
        \(invitation == .gone ? Self.advice : instruction)
        </main>
        """
    ).text
  }

  private var title: String {
    switch invitation {
    // Whether the link invites, signs in a device or sets a passphrase, only its fragment says.
    case .server: name.map { "This is the server \($0)" } ?? "This is a ZoneChat server"
    case .chat(let link) where link.isOpen: "\(link.inviter) invites you to a chat on \(place)"
    case .chat: "An invitation"
    case .gone: "This invitation does not exist any more"
    }
  }

  private var heading: HTML {
    switch invitation {
    case .chat(let link):
      """
      <bdi>\(link.inviter)</bdi> invites you to <span id="chat">a chat</span> on <bdi>\(place)</bdi>
      """
    case .server, .gone: "\(title)"
    }
  }

  /// The place for who invites to the server alone, which only the fragment says.
  private var inviter: HTML { invitation == .server ? "\n<p id=\"inviter\"></p>" : "" }

  /// The name of the server for people.
  private var name: String? {
    server.name ?? server.publicURL.flatMap { ServerOrigin($0)?.authority }
  }

  private var place: String { name ?? "this server" }

  private static let advice: HTML = "<p>Ask for a new one.</p>"

  private var instruction: HTML {
    """
    <p>ZoneChat is a chat in the terminal. Type there:</p>
    <pre><code id="command">zonechat 'ADDRESS'</code></pre>
    <p id="hint">Put the address of this page in the place of ADDRESS. Copy it whole, with what follows the ‘#’.</p>
    <p><button id="copy" hidden>Copy</button></p>
    <p class="quiet">The program runs on Linux. \(whereToGetIt)</p>
    <script nonce="\(nonce)">
    \(Self.script)
    </script>
    """
  }

  private var whereToGetIt: HTML {
    guard let programURL else {
      return """
        If you do not have it, ask whoever runs this server, or has sent you this link, where to get it.
        """
    }
    return """
      If you do not have it, get it here: <a href="\(programURL)">\(programURL)</a>
      """
  }

  /// Shows the command if the address is a link as `ServerLink` reads it, of characters that no shell reads.
  ///
  /// It leaves out a query, which others may have added.
  private static let script: HTML = #"""
    const link = location.origin + location.pathname.replace(/\/$/, "") + location.hash;
    if (/^https?:\/\/[\w.~:\/\[\]#,=-]{1,1990}$/.test(link)) {
      const show = (id, text) => {
        const place = document.getElementById(id);
        if (place) place.textContent = text;
      };
      const command = "zonechat '" + link + "'";
      show("command", command);
      show("hint", "");
      const words = location.hash.match(/^#([A-Za-z0-9-]{1,80})(?:,|$)/);
      if (words) show("chat", "‘" + words[1].replaceAll("-", " ") + "’");
      const from = location.hash.match(/,from=([A-Za-z0-9-]{1,60})(?:,|$)/);
      if (from) show("inviter", from[1].replaceAll("-", " ") + " invites you.");
      const copy = document.getElementById("copy");
      copy.hidden = !navigator.clipboard;
      copy.onclick = () => navigator.clipboard.writeText(command).then(() => show("copy", "Copied"));
    }
    """#
}
