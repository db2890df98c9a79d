import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The kernel's data about a process.
///
/// Source: proc(5).
enum ProcessFiles {
  /// The numbers in the process's `status`, by name.
  static func status(of process: pid_t, thread: String? = nil) -> [String: Int] {
    let path = thread.map { "/proc/\(process)/task/\($0)/status" } ?? "/proc/\(process)/status"
    // A thread may end while it is looked at.
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var numbers: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == ":" || $0.isWhitespace })
      guard words.count >= 2, let number = Int(words[1]) else { continue }
      numbers[String(words[0])] = number
    }
    return numbers
  }

  /// A number in kibibytes of the process's `status`, in megabytes of 10^6 bytes.
  static func megabytes(_ name: String, of process: pid_t) -> Double {
    Double(status(of: process)[name] ?? 0) * 1024 / 1e6
  }

  /// The processor time of all threads so far.
  static func processorTime(of process: pid_t) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func switches(of process: pid_t) -> [String: Int] {
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.reduce(into: [:]) {
      $0[$1] = status(of: process, thread: $1)["voluntary_ctxt_switches"] ?? 0
    }
  }
}
