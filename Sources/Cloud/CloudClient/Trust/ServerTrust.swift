/// Whose word a client takes for who a server on a network is.
package enum ServerTrust: Sendable, Hashable {
  /// The authorities in the machine's own list.
  case system
  /// The authorities in a file in PEM, and nobody else.
  case file(_ path: String)
  /// These authorities, whose certificates are in PEM, and nobody else.
  case authorities(pem: String)
}
