/// Who may make an account over a network.
package enum SignUpPolicy: String, KnownWord {
  case open
  /// Whoever has a code of the kind `CodeKind.invitation`.
  case invitation
  case closed
}

extension SignUpPolicy {
  /// For somebody who has no invitation and wants a new account over a network; nil where everybody may have one.
  package var refusal: String? {
    switch self {
    case .open: nil
    case .invitation:
      "New accounts here need an invitation. Sign in, or ask the administrator of the server for one."
    case .closed: "This server takes no new accounts. Sign in, or ask its administrator."
    }
  }
}
