/// The part of the screen that receives keys; within one context, a key has one meaning.
///
/// The keys of `dialog` count in every dialog. The contexts after it are those of single dialogs, which have keys of
/// their own besides.
package enum ActionContext: String, Hashable, Sendable, CaseIterable {
  case composing
  /// A message is selected, reached with Up in an empty composer.
  case picking
  /// The chat list has the keys.
  case list
  case dialog
  /// The title of a new chat is typed.
  case newChat
  case details
  case members
  case pinned
  /// The list of blocked people.
  case blocked
  case files
  case search
  case outbox
  /// A message with what answers it.
  case thread
  /// It is asked what becomes of a long text that was pasted.
  case paste
  /// The names of the people to invite are typed.
  case invite
  /// A link is shown.
  case link
  /// An invitation is shown, to be accepted or declined.
  case invitation
  /// A link is shown that this profile cannot open.
  case linkOfOtherServer

  package var title: String {
    switch self {
    case .composing: "Writing"
    case .picking: "With a picked message"
    case .list: "In the chat list"
    case .dialog: "In a dialog"
    case .newChat: "In the dialog for a new chat"
    case .details: "In the details of a message"
    case .members: "In the list of members"
    case .pinned: "In the list of pinned messages"
    case .blocked: "In the list of blocked people"
    case .files: "In the list of files"
    case .search: "In the search"
    case .outbox: "In the outbox"
    case .thread: "In the answers to a message"
    case .paste: "With a long text that was pasted"
    case .invite: "While inviting"
    case .link: "With an invitation link"
    case .invitation: "With an invitation"
    case .linkOfOtherServer: "With a link of another server"
    }
  }

  package var isDialog: Bool {
    switch self {
    case .composing, .picking, .list: false
    case .dialog, .newChat, .details, .members, .pinned, .blocked, .files, .search, .outbox,
      .thread, .paste, .invite, .link, .invitation, .linkOfOtherServer:
      true
    }
  }

  /// Whether a character without Ctrl and Alt is text, and so no key of an action.
  package var takesText: Bool {
    switch self {
    case .composing, .dialog, .newChat, .search, .invite: true
    case .picking, .list, .details, .members, .pinned, .blocked, .files, .outbox, .thread, .paste,
      .link, .invitation, .linkOfOtherServer:
      false
    }
  }
}

extension Set<ActionContext> {
  static let everywhere: Set = [.composing, .picking, .list, .dialog]
  static let outsideDialogs: Set = [.composing, .picking, .list]
}
