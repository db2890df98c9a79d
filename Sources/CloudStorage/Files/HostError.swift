/// Why a cloud cannot be served, in a sentence for people.
package enum HostError: Error, Sendable, Equatable, CustomStringConvertible {
  case noAddress
  case socketPathTooLong(String)
  case directoryNotPrivate(String)
  case directoryUnusable(String, reason: String)
  case secretUnreadable(String)
  case secretNotPrivate(String)
  case secretMalformed(String)
  /// The store has values that are sealed with a key, and the key's file is missing.
  case keyMissing(String)
  /// The store's values are sealed with another key than the file's.
  case keyWrong(String)

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
    case .secretUnreadable(let path):
      "The secret in \(path) can be neither read nor made; check the rights of the file and its folder."
    case .secretNotPrivate(let path):
      "Others can read the secret in \(path). Make it private with: chmod 600 \(path)"
    case .secretMalformed(let path):
      "\(path) holds no secret of \(SecretFile.length.lowerBound) to "
        + "\(SecretFile.length.upperBound) letters and digits; remove it and a new one is made."
    case .keyMissing(let path):
      "The key \(path) is missing, and the store has encrypted values under it. "
        + "Put it back from where you keep a copy of it; without it they cannot be read."
    case .keyWrong(let path):
      "The store's encrypted values are under another key than the one in \(path). "
        + "Put the right one there; it has stood beside the store when the store was written."
    }
  }
}
