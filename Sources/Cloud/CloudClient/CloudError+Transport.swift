import AsyncHTTPClient
import CloudModel
import Foundation
import NIOCore
import NIOPosix

extension CloudError {
  /// The error for a failure of the transport; its code tells whether the request can have arrived.
  ///
  /// - Parameters:
  ///   - error: the error that the transport has thrown.
  ///   - address: where the cloud is.
  ///   - absence: the reason why nobody listens there, if it is known.
  init(
    transportFailure error: any Error, at address: CloudAddress, absence: () -> String? = { nil }
  ) {
    var unavailable: CloudError {
      CloudError(.networkUnavailable, absence() ?? "Nobody answers at \(address).")
    }
    var lost = CloudError(.networkFailure, "The connection to \(address) was lost.")
    if let error = error as? HTTPClientError, error == .remoteConnectionClosed,
      address.origin?.isSecure == false
    {
      // So ends plain HTTP at a port that has TLS.
      lost.reason += " If the server has TLS, write https:// in its address."
    }
    switch error {
    case let error as CloudError:
      self = error
    case is CancellationError:
      self = CloudError(.operationCancelled, "The request was cancelled.")
    case let error as HTTPClientError:
      self = Self.kind(error, unavailable: { unavailable }, lost: lost)
    case is NIOConnectionError:
      self = unavailable
    case let error as IOError where Self.isConnectFailure(error):
      self = unavailable
    case is NIOTooManyBytesError:
      self = CloudError(.serviceUnavailable, "The cloud's answer is too large.")
    default:
      self = lost
    }
  }

  /// The error for a server that is not trusted; nothing was sent to it.
  init(_ trouble: TLSTrouble, at address: CloudAddress) {
    self.init(.networkUnavailable, trouble.sentence(at: address))
    isUntrusted = trouble.isAboutTrust
  }

  private static func kind(
    _ error: HTTPClientError, unavailable: () -> CloudError, lost: CloudError
  ) -> CloudError {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
      .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
      unavailable()
    case .cancelled, .requestStreamCancelled:
      CloudError(.operationCancelled, "The request was cancelled.")
    case .alreadyShutdown:
      CloudError(.operationCancelled, "The connection was shut down.")
    default:
      lost
    }
  }

  /// Errors of connect(2), as opposed to those of an existing connection.
  private static func isConnectFailure(_ error: IOError) -> Bool {
    [ECONNREFUSED, ENOENT, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EACCES, ENOTSOCK, EADDRNOTAVAIL]
      .contains(error.errnoCode)
  }
}
