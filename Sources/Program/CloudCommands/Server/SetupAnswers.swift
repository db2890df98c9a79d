import CloudModel
import CloudPlanFile
import CommandSupport
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The answers that a new server needs: from options, and from the person at a terminal.
struct SetupAnswers {
  var address: ServerOrigin?
  var identity: ServerFile.Identity?
  var signUp: SignUpPolicy?

  /// Asks for what is missing; without a terminal it throws, and names the options.
  func complete() throws(Failure) -> (ServerOrigin, ServerFile.Identity, SignUpPolicy) {
    if let address, let identity, let signUp { return (address, identity, signUp) }
    guard isatty(STDIN_FILENO) == 1 else {
      let missing = [
        address == nil ? "--address URL" : nil,
        identity == nil
          ? "--certificate FILE with --key FILE, or --proxy ADDRESS, or --self-made" : nil,
        signUp == nil ? "--sign-up POLICY" : nil,
      ].compactMap(\.self).joined(separator: "; ")
      throw Failure("Without a terminal nothing is asked. Give \(missing).", code: .usage)
    }
    var answers = self
    if answers.address == nil { answers.address = try Self.askAddress() }
    if answers.identity == nil, let host = answers.address?.host {
      answers.identity = try Self.askIdentity(for: host)
    }
    if answers.signUp == nil { answers.signUp = try Self.askSignUp() }
    return try answers.complete()
  }

  /// Reads `https://HOST`, or the host alone.
  static func origin(of text: String) -> ServerOrigin? {
    ServerOrigin(text.contains("://") ? text : "https://" + text)
  }

  private static func askAddress() throws(Failure) -> ServerOrigin {
    try ask(
      "By which name or address do people reach the server, like chat.example.org?",
      again: "Write a host, with :PORT if that is not 443."
    ) { origin(of: $0).flatMap { $0.mayBeInLinks ? $0 : nil } }
  }

  private static func askIdentity(for host: String) throws(Failure) -> ServerFile.Identity {
    let choice = try ask(
      """
      Who says that it is this server?
        1  a certificate of your own, in two files
        2  a proxy on this machine that has the certificate, such as Caddy
        3  an authority that the server makes itself, for a home network
      1, 2 or 3?
      """, again: "Write 1, 2 or 3."
    ) { ["1", "2", "3"].contains($0) ? $0 : nil }
    switch choice {
    case "2": return .proxies(["127.0.0.1", "::1"])
    case "3": return .selfMade
    default:
      let usual = RenewalHook.certificate(for: host)
      return .files(
        chain: try askPath("The file with the certificate and its whole chain?", or: usual?.chain),
        key: try askPath("The file with its key?", or: usual?.key))
    }
  }

  private static func askPath(
    _ question: String, or usual: String?
  ) throws(Failure) -> String {
    try ask(
      question + (usual.map { " Enter is \($0)." } ?? ""),
      again: "Write the whole path, which begins with ‘/’."
    ) { $0.hasPrefix("/") ? $0 : $0.isEmpty ? usual : nil }
  }

  private static func askSignUp() throws(Failure) -> SignUpPolicy {
    try ask(
      """
      Who may make an account?
        1  who has an invitation
        2  everybody
        3  nobody
      1, 2 or 3? Enter is 1.
      """, again: "Write 1, 2 or 3."
    ) { (answer: String) -> SignUpPolicy? in
      switch answer {
      case "", "1": .invitation
      case "2": .open
      case "3": .closed
      default: nil
      }
    }
  }

  /// Asks until the answer can be read.
  private static func ask<Answer>(
    _ question: String, again: String, _ read: (String) -> Answer?
  ) throws(Failure) -> Answer {
    var words = question
    while true {
      // Also with --quiet: who is asked must see the question.
      _ = Output.write("\n\(words) ", to: STDERR_FILENO)
      guard let line = readLine() else {
        throw Failure("The questions were not answered. Nothing was written.", code: .usage)
      }
      if let answer = read(line.trimmingCharacters(in: .whitespaces)) { return answer }
      words = again
    }
  }
}
