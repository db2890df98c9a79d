package import CloudModel
import CloudRules
import Foundation

/// A file operation that the system refused, in words that name no path.
package struct FileFailure: Error, CustomStringConvertible {
  var operation: String
  var code: Int32

  /// Takes the error code that the last system call left in `errno`.
  init(_ operation: String) {
    self.operation = operation
    code = errno
  }

  /// The error that a client receives.
  package var error: CloudError {
    [ENOSPC, EDQUOT].contains(code) ? .diskFull : CloudError(.serviceUnavailable, "\(self)")
  }

  package var description: String {
    "The cloud could not \(operation) an asset's file: \(String(cString: strerror(code)))."
  }
}
