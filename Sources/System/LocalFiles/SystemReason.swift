import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The reason why the system has refused something, in its own few words: “No such file or directory”.
///
/// Foundation puts whole sentences around these words, which say neither more nor what to do. Sometimes it has words of
/// its own where it could repeat the system's.
package enum SystemReason {
  package static func of(_ error: any Error) -> String {
    of(number: number(of: error) ?? EIO)
  }

  /// The words for a number of the system's: `errno`.
  package static func of(number: Int32) -> String { String(cString: strerror(number)) }

  /// The system's number of the error; nil where the error is none of the system.
  package static func number(of error: any Error) -> Int32? {
    if let error = error as? POSIXError { return error.code.rawValue }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error,
      let number = number(of: cause)
    {
      return number
    }
    guard error.domain == NSCocoaErrorDomain else { return nil }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: EACCES
    case .fileReadInvalidFileName, .fileWriteInvalidFileName: EINVAL
    case .fileReadTooLarge: EFBIG
    case .fileWriteFileExists: EEXIST
    case .fileWriteOutOfSpace: ENOSPC
    case .fileWriteVolumeReadOnly: EROFS
    default: nil
    }
  }
}
