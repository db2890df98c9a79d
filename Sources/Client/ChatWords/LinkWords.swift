package import ChatCore

/// What can be said of the link of a chat.
package enum LinkWords {
  /// Where a link leads nowhere; nil for the link of a server.
  package static func reach(of link: InvitationLink) -> String? {
    link.server == nil
      ? "It works on this machine only. ‘zonechat cloud setup’ makes a server for other machines."
      : nil
  }
}
