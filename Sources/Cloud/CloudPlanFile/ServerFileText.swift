import CloudModel

/// A server file as `cloud setup` writes it: every key with a comment, those that are not used commented out.
package struct ServerFileText: Sendable {
  private let file: ServerFile

  package init(_ file: ServerFile) { self.file = file }

  package var text: String {
    """
    # The ZoneChat server of this machine. After a change: sudo systemctl restart zonechat. A certificate that
    # has changed is read again by itself. ‘sudo zonechat cloud doctor’ checks the server.

    # People see this name when they join.
    \(line("name", file.name.map(quoted), or: quoted("Anna's server")))
    # Links begin with this address.
    address = \(quoted(file.address.description))
    # Where people get the program: the page that a browser shows for a link says it.
    \(line("program", file.program.map(quoted), or: quoted("https://example.org/zonechat")))
    # Every address at which the server listens; [::] is every address of the machine, IPv4 too; 127.0.0.1 is only this
    # machine.
    listen = \(list(file.listeners.map(\.description)))
    # The folder of everything that is stored, and the Unix socket of the administrator's commands. The units may write
    # to these only: see [backup] for other ones.
    data = \(quoted(file.data))
    socket = \(quoted(file.socket))
    # Containers and accounts for apps on CloudKit: see ‘zonechat cloud serve --help’.
    \(line("containers", file.containers.map(quoted), or: quoted("/etc/zonechat/containers.toml")))

    \(tls)
    [accounts]
    # Who may make an account: "invitation" (who has one), "open" (everybody) or "closed" (nobody).
    sign-up = \(quoted(file.signUp.rawValue))
    # Invitations for new people that each member may have open at once; 0 is none.
    members-invite = \(file.membersInvite)
    # A device that is not used for so many days has to sign in again; 0 is never.
    session-idle-days = \(file.sessionIdleDays)
    # What each account may store; ‘cloud limits --account’ sets it for one.
    quota = \(quoted(ByteWords.exact(file.quotaBytes)))
    # Whether the administrator's commands and the console show the length of what people write in place of the texts,
    # until somebody asks for these with --reveal. Who has the machine can read the store all the same.
    hide-texts = \(file.hidesTexts)

    \(backup)
    \(warning)
    """
  }

  private var tls: String {
    var (chain, key) = (String?.none, String?.none)
    if case .files(let chainPath, let keyPath) = file.identity {
      (chain, key) = (chainPath, keyPath)
    }
    var proxies: [String]?
    if case .proxies(let addresses) = file.identity { proxies = addresses }
    let authority: String? = file.identity == .selfMade ? "self-made" : nil
    return """
      # Who says who the server is. Use one of the three.
      \(file.identity == .nobody ? "# " : "")[tls]
      # Your own certificate, in PEM files that the user ‘zonechat’ can read: the whole chain, and its key.
      \(line("certificate", chain.map(quoted), or: quoted("/etc/zonechat/tls/fullchain.pem")))
      \(line("key", key.map(quoted), or: quoted("/etc/zonechat/tls/privkey.pem")))
      # An authority of the server's own, which links carry, for a home network.
      \(line("authority", authority.map(quoted), or: quoted("self-made")))
      # A proxy on these addresses has the certificate; then ‘listen’ has loopback addresses only.
      \(line("proxies", proxies.map(list), or: list(["127.0.0.1", "::1"])))

      """
  }

  private var backup: String {
    let mark = file.backup == nil ? "# " : ""
    let shown = file.backup ?? .usual
    return """
      # Where zonechat-backup.timer puts a backup each day, and how many of them are kept. The keys are in no backup:
      # copy them once to another place. For another folder, which belongs to the user ‘zonechat’, type ‘sudo systemctl
      # edit zonechat zonechat-backup’, and write there: [Service] and, on the next line, ReadWritePaths=/the/folder
      \(mark)[backup]
      \(mark)folder = \(quoted(shown.folder))
      \(mark)keep = \(shown.keep)

      """
  }

  private var warning: String {
    let mark = file.warning == nil ? "# " : ""
    let shown = file.warning ?? .usual
    return """
      # When the disk of its data has less free space, the server says so in its log; ‘cloud doctor’ says it too.
      \(mark)[warn]
      \(mark)free-space = \(quoted(ByteWords.exact(shown.freeBytes)))
      # A program, which only root or ‘zonechat’ can change, that then gets a sentence on standard input.
      \(line("command", shown.command.map(quoted), or: quoted("/usr/local/bin/tell-me")))

      """
  }

  /// A key with its value, or commented out with an example.
  private func line(_ key: String, _ value: String?, or example: String) -> String {
    value.map { "\(key) = \($0)" } ?? "# \(key) = \(example)"
  }

  private func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  /// Source: TOML 1.0, basic strings.
  private func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }
}
