/// Why a cloud cannot be served, in a sentence for people.
package enum HostError: Error, Sendable, Equatable, CustomStringConvertible {
  case noAddress
  case socketPathTooLong(String)
  case directoryNotPrivate(String)
  case directoryUnusable(String, reason: String)

  package var description: String {
    switch self {
    case .noAddress:
      "The cloud was given no address. Give it a Unix socket, a TCP address or both."
    case .socketPathTooLong(let path):
      "The socket path \(path) has more than \(PrivateDirectory.socketPathBytes) bytes. "
        + "Choose a shorter one."
    case .directoryNotPrivate(let path):
      "Others can enter \(path). Make it private with: chmod 700 \(path)"
    case .directoryUnusable(let path, let reason):
      "The directory \(path) cannot be used: \(reason)"
    }
  }
}
