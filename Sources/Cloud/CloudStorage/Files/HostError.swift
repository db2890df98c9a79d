import CloudModel
import CloudRules
import Foundation

/// The reason why a cloud cannot be served, in a sentence for people.
package enum HostError: Error, Sendable, Equatable, CustomStringConvertible {
  case noAddress
  case socketPathTooLong(String)
  case directoryNotPrivate(String)
  /// Others can write in the directory of a socket.
  case directoryOpenToOthers(String)
  /// Something else is where the socket should be.
  case notASocket(String)
  /// The system does not let the cloud listen at the address.
  ///
  /// `way` says what to do, in a sentence.
  case cannotListen(String, reason: String, way: String = "Choose another address.")
  case directoryUnusable(String, reason: String)
  case secretUnreadable(String)
  case secretNotPrivate(String)
  case secretMalformed(String, SecretFile.Purpose)
  /// The servers of the cloud keep the files of assets elsewhere; `way` says what to do, in sentences.
  case assetsElsewhere(String, way: String)
  /// The servers of the cloud share another secret than the one in the file.
  case secretDiffers(String)
  /// The store has values that are sealed with a key, and the key's file is missing.
  case keyMissing(String)
  /// The store's values are sealed with another key than the file's.
  case keyWrong(String)
  /// There is no room in the folder with the cloud's data.
  case diskFull(String)
  /// The cloud has no certificate that it can use; the reason is in sentences.
  case certificate(reason: String)

  package var description: String {
    switch self {
    case .noAddress:
      "The cloud was given no address. Give it a Unix socket, a TCP address or both."
    case .socketPathTooLong(let path):
      "The socket path \(path) has more than \(PrivateDirectory.socketPathBytes) bytes. "
        + "Choose a shorter one."
    case .directoryNotPrivate(let path):
      "Others can enter \(path). Make it private with: chmod 700 \(path)"
    case .directoryOpenToOthers(let path):
      "Others can write in \(path), so they could put their own socket in place of the cloud's. "
        + "Choose a folder that is only yours, for example a new one."
    case .notASocket(let path):
      "\(path) is not a socket. Move it away, or choose another path."
    case .cannotListen(let address, let reason, let way):
      "The cloud cannot listen at \(address) (\(reason)). \(way)"
    case .directoryUnusable(let path, let reason):
      "The directory \(path) cannot be used: \(reason)"
    case .secretUnreadable(let path):
      "The secret in \(path) can be neither read nor written. "
        + "Check the rights of the file and its folder."
    case .secretNotPrivate(let path):
      "Others can read the secret in \(path). Make it private with: chmod 600 \(path)"
    case .secretMalformed(let path, let purpose):
      "\(path) does not hold a secret of \(SecretFile.length.lowerBound) to "
        + "\(SecretFile.length.upperBound) letters and digits. \(purpose.advice)"
    case .assetsElsewhere(let place, let way):
      "The files of assets of this cloud are not in \(place). \(way)"
    case .secretDiffers(let path):
      "\(path) holds another secret than the one that the servers of this cloud share. Move it away: the server then "
        + "writes the file again, with theirs."
    case .keyMissing(let path):
      "The key \(path) is missing, and the store has values that are encrypted with it. "
        + "Put your copy of the key back; without it the values cannot be read."
    case .keyWrong(let path):
      "The store's values are encrypted with another key than the one in \(path). "
        + "Put the right key there: the one that was in use when the store was written."
    case .diskFull(let folder):
      "The disk with \(folder) is full, so the cloud cannot be served. Nothing in it is lost. Make room there "
        + "(‘df -h \(folder)’ says how much there is), or give it a larger disk, and start the cloud again."
    case .certificate(let reason): reason
    }
  }

  /// Says to an administrator in which folder there is no room; nil for an error of another kind.
  package init?(diskFull error: any Error, in folder: String) {
    let isFull =
      switch error {
      case StoreError.diskFull: true
      case let error as CloudError: error == .diskFull
      case let error as POSIXError: [.ENOSPC, .EDQUOT].contains(error.code)
      case let error as CocoaError: error.code == .fileWriteOutOfSpace
      default: false
      }
    guard isFull else { return nil }
    self = .diskFull(folder)
  }
}
