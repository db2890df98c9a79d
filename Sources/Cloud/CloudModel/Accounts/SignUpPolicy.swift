/// Who may make an account over a network.
package enum SignUpPolicy: String, KnownWord {
  case open
  /// Whoever has an invitation; until there are any, nobody.
  case invitation
  case closed
}
