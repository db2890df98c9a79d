import CloudStorage
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#endif

/// The server at one address; what the system refuses is told in words for people.
struct Listener: Service {
  /// As people write it: a path, or `host:port`.
  let address: String
  let server: any Service

  func run() async throws {
    do {
      try await server.run()
    } catch let error as IOError {
      throw HostError.cannotListen(address, reason: String(cString: strerror(error.errnoCode)))
    } catch is SocketAddressError.UnknownHost {
      throw HostError.cannotListen(address, reason: "the name of the host is not known")
    }
  }
}
