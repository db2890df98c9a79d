import ArgumentParser
import Bench
import ChatModel
import CloudModel
import CloudPlanFile
import CloudRules
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

extension Failure {
  /// Prints what a person needs to know about `error`, and ends the process with its code.
  ///
  /// Every code stands in `Failure.Code.swift`.
  static func exit(with error: any Error) -> Never {
    switch error {
    case let failure as Failure:
      exit(failure)
    case let error as ChatError:
      exit(Failure(error.description))
    case let error as CloudError:
      exit(Failure(cloud: error))
    case PlanFileError.mistake(let reason):
      exit(Failure(reason, code: .usage))
    case let error as BenchFailure:
      exit(Failure(error.description))
    case let error as StoreError:
      exit(Failure("\(error)"))
    case let error as HostError:
      exit(Failure(error.description))
    case let error as CocoaError:
      let place = (error.filePath ?? error.url?.path).map { $0 + ": " } ?? ""
      exit(Failure("\(place)\(SystemReason.of(error)). Check the path, the rights and the disk."))
    case let error as POSIXError:
      exit(Failure("The system reported an error: \(SystemReason.of(error))."))
    case is EncodingError, is DecodingError:
      exit(
        Failure("A value has no form that the cloud or this program can read. Check the numbers."))
    case is CancellationError:
      exit(Failure("This was stopped before it was done. Try again."))
    default:
      exitAsParser(error)
    }
  }

  private static func exit(_ failure: Failure) -> Never {
    if !failure.message.isEmpty {
      Output.problem("zonechat: " + DisplayText.singleLine(failure.message))
    }
    // Whether a command has turned the signal off, as those that use a network have, makes no difference.
    if failure.code == .readerGone {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    Foundation.exit(failure.code.rawValue)
  }

  /// Help and version texts go to standard output; mistakes in the command line have code 2.
  private static func exitAsParser(_ error: any Error) -> Never {
    let code = RootCommand.exitCode(for: error)
    let message = RootCommand.fullMessage(for: error)
    if code == .success {
      do { try print(message) } catch { exit(with: error) }
      Foundation.exit(0)
    }
    if code != .validationFailure, message.isEmpty { Foundation.exit(code.rawValue) }
    if code == .validationFailure { exit(Failure(usage: RootCommand.message(for: error), message)) }
    // All failures begin alike.
    Output.problem("zonechat: " + message.trimmingPrefix("Error: "))
    Foundation.exit(Code.failed.rawValue)
  }

  /// Prints a help text, a version, or a script with which a shell completes commands.
  private static func print(_ message: String) throws {
    guard let script = CompletionScript(message, commands: RootCommand.shownNames) else {
      return try Output.line(message)
    }
    guard CommandLine.arguments.contains("--json") else { return try Output.line(script.text) }
    try Output.json(["script": script.text])
  }

  /// A mistake in the command line in one line; `full` is what the parser would print, with the command's usage.
  private init(usage words: String, _ full: String) {
    let help = full.firstMatch(of: /See '(.+)' for more information/)?.output.1
    // The parser writes what there is to choose from as a list, a line each.
    let words = words.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    let end = words.last.map { ".?!".contains($0) } == true ? "" : "."
    self.init("\(words)\(end) ‘\(help ?? "zonechat --help")’ says more.", code: .usage)
  }
}
