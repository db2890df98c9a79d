package import CloudModel
package import CloudPlanFile

/// What a proxy in front of a server is told.
package enum Caddyfile {
  /// For Caddy, which gets the certificate by itself; without `flush_interval` it would hold back notifications.
  ///
  /// Source: the documentation of Caddy, “reverse_proxy”.
  package static func text(for address: ServerOrigin, to listener: ServerFile.Listener) -> String {
    """
    \(address.authority) {
      reverse_proxy \(listener) {
        flush_interval -1
      }
    }
    """
  }
}
