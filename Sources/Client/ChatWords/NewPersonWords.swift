package import ChatCore
import CloudModel
import TerminalUI

/// What can be said of a link that lets somebody in.
package enum NewPersonWords {
  /// What a link for somebody without an account does, and what its owner has to do.
  package static func sentences(about made: NewPersonLink) -> [String] {
    let joining =
      switch made.openTo {
      case .none:
        "Only invited accounts can join the chat: invite the new account by its name then, or open the link to everyone."
      case .readOnly: "The new account may join the chat and read."
      case .readWrite: "The new account may join the chat and write."
      }
    return [
      "Whoever has this link can make one account on the server, within \(time(made.lifeSeconds)). Give it to one person.",
      joining,
    ]
  }

  /// A number of seconds in the largest unit of which there are at least two: `7 days`, `24 hours`, `10 minutes`.
  package static func time(_ seconds: Int64) -> String {
    let minutes = Int(seconds / 60)
    if minutes >= 2 * 24 * 60 { return DisplayText.count(minutes / (24 * 60), "day", "days") }
    if minutes >= 2 * 60 { return DisplayText.count(minutes / 60, "hour", "hours") }
    return DisplayText.count(minutes, "minute", "minutes")
  }
}
