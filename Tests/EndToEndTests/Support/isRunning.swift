import Foundation

/// Whether a process exists and is no zombie, for which nobody may have waited.
func isRunning(_ process: pid_t) -> Bool {
  let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
  return status.map { !$0.contains(") Z ") } ?? false
}
