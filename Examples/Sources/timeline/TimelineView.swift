import CloudKit
import LineTerminal
import TimelineApp

@MainActor struct TimelineView {
  let model: TimelineModel

  var text: String {
    guard !model.isLoading else { return "Loading…" }
    var lines = ["", "TIMELINE"]
    if model.posts.isEmpty, model.message == nil { lines.append("There are no posts yet.") }
    for (index, post) in model.posts.enumerated() {
      // Two people may go by the same name; the beginning of the identifier tells them apart.
      let who = post.isMine ? "you" : String(post.authorID.prefix(9))
      lines.append(
        "\(index + 1). \(post.author.harmless) (\(who.harmless)), \(time(of: post)), cheers: \(post.cheers)"
      )
      lines.append("   " + post.text.harmless)
    }
    if let message = model.message { lines.append(message.harmless) }
    return lines.joined(separator: "\n")
  }

  /// The time where the author was.
  private func time(of post: Post) -> String {
    let style = Date.VerbatimFormatStyle(
      format: """
        \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
        """,
      timeZone: post.timeZone, calendar: Calendar(identifier: .gregorian))
    return post.postedAt.formatted(style) + " " + post.timeZone.identifier
  }
}
