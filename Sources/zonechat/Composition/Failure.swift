import ArgumentParser
import Bench
import ChatModel
import CloudModel
import CloudPlanFile
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import TerminalUI

/// Why a command ends without having done what was asked.
struct Failure: Error {
  enum Code: Int32 {
    case failed = 1
    case usage = 2
    case notSignedIn = 3
    case queued = 4
  }

  var code: Code
  /// What happened, to what; then, as a sentence of its own, what to do now.
  var message: String

  init(_ message: String, code: Code = .failed) {
    self.message = message
    self.code = code
  }

  /// Prints what a person needs to know about `error`, and ends the process with its code.
  static func exit(with error: any Error) -> Never {
    switch error {
    case let failure as Failure:
      exit(failure)
    case let error as ChatError:
      exit(Failure(error.description))
    case let error as CloudError:
      exit(Failure(cloud: error))
    case ContainersFileError.unreadable(let reason):
      exit(Failure(reason))
    case ContainersFileError.mistake(let reason):
      exit(Failure(reason, code: .usage))
    case let error as BenchFailure:
      exit(Failure(error.description))
    case let error as StoreError:
      exit(Failure("\(error)"))
    case let error as HostError:
      exit(Failure(error.description))
    case let error as CocoaError:
      exit(Failure("\(error.localizedDescription)"))
    default:
      exitAsParser(error)
    }
  }

  private static func exit(_ failure: Failure) -> Never {
    Output.note("zonechat: " + DisplayText.singleLine(failure.message))
    Foundation.exit(failure.code.rawValue)
  }

  /// Help and version texts go to standard output; mistakes in the command line have code 2.
  private static func exitAsParser(_ error: any Error) -> Never {
    let code = RootCommand.exitCode(for: error)
    let message = RootCommand.fullMessage(for: error)
    if code == .success {
      Output.line(message)
      Foundation.exit(0)
    }
    if code != .validationFailure, message.isEmpty { Foundation.exit(code.rawValue) }
    Output.note(message)
    Foundation.exit(code == .validationFailure ? Code.usage.rawValue : Code.failed.rawValue)
  }
}

extension Failure {
  init(cloud error: CloudError) {
    switch error.code {
    case .networkUnavailable, .networkFailure:
      self.init(
        "The cloud cannot be reached (\(error.clause)). ‘zonechat cloud status’ shows more.")
    case .notAuthenticated:
      self.init("The cloud did not accept the keys. \(error.reason)", code: .notSignedIn)
    default:
      self.init("The cloud refused: \(error.reason)")
    }
  }
}
