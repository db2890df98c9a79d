extension Failure {
  /// The exit codes of the program.
  package enum Code: Int32 {
    case failed = 1
    case usage = 2
    case notSignedIn = 3
    case queued = 4
    /// The reader of the output has gone, as in `| head`: what a shell calls the end by `SIGPIPE`.
    case readerGone = 141
  }
}
