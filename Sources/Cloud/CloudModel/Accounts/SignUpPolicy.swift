/// Who may make an account over a network.
package enum SignUpPolicy: String, KnownWord {
  case open
  /// Whoever has a code of the kind `CodeKind.invitation`.
  case invitation
  case closed
}
