import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// The most memory that a program has at once.
package enum PeakMemory {
  /// Runs a program to its end; returns megabytes of 10^6 bytes.
  ///
  /// The kernel's own account of an ended process (`ru_maxrss`) also has the memory of the process that started it, so
  /// this asks for the peak every few milliseconds while the program runs.
  package static func of(_ words: [String], environment: [String: String]) throws -> Double {
    let process = try LineProcess(words, environment: environment, errors: "/dev/null")
    var peak = 0.0
    var status: Int32 = 0
    while waitpid(process.id, &status, WNOHANG) == 0 {
      peak = max(peak, ProcessFiles.megabytes("VmHWM", of: process.id))
      _ = Glibc.poll(nil, 0, 5)
    }
    return peak
  }
}
