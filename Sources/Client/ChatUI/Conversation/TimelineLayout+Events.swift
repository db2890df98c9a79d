package import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// The events besides the messages: who joined, left or was removed, and the chat's new title.
extension TimelineLayout {
  /// Events between two messages that are shown; of more, the last ones.
  private static let eventLimit = 5

  /// The rows above a message: those of earlier days, and those of its day.
  package func eventRows(
    above message: Message, since previous: Message?
  ) -> (earlier: [TimelineRow.Content], sameDay: [TimelineRow.Content]) {
    guard !events.isEmpty else { return ([], []) }
    let begin = previous.map { place(of: $0.timestamp) } ?? 0
    let shown = events[begin..<max(begin, place(of: message.timestamp))]
    let day = shown.firstIndex { time.isSameDay($0.time, message.timestamp) } ?? shown.endIndex
    return (rows(shown[..<day], showsDay: true), rows(shown[day...], showsDay: false))
  }

  /// The rows below the last message: what has happened since, and why nobody else reads it.
  func endRows(below message: Message) -> [TimelineRow.Content] {
    let columns = metrics.clientWidth - Self.eventMark.count
    let missing = missingReader.map { missing in
      TimelineRow.Content.event(missing.words(invite: inviteWay, columns: columns), time: nil)
    }
    return eventRows(below: message) + [missing].compactMap(\.self)
  }

  private func eventRows(below message: Message) -> [TimelineRow.Content] {
    guard !events.isEmpty else { return [] }
    let shown = events[place(of: message.timestamp)...]
    let isToday = shown.allSatisfy { time.isSameDay($0.time, message.timestamp) }
    return rows(shown, showsDay: !isToday)
  }

  /// The first event that is not earlier than a message of that time.
  private func place(of date: Date) -> Int {
    var range = 0..<events.count
    while let first = range.first, let last = range.last {
      let middle = (first + last) / 2
      range = events[middle].time < date ? middle + 1..<range.upperBound : first..<middle
    }
    return range.lowerBound
  }

  private func rows(_ events: ArraySlice<ChatEvent>, showsDay: Bool) -> [TimelineRow.Content] {
    let hidden = events.count - Self.eventLimit
    let more: [TimelineRow.Content] =
      hidden > 0 ? [.event("… \(hidden) earlier changes", time: nil)] : []
    return more
      + events.suffix(Self.eventLimit).map { event in
        let clock = time.clock(event.time)
        let sentence = DisplayText.singleLine(event.sentence)
        if !showsDay, !metrics.namesStandAlone, metrics.showsTimes {
          return .event(sentence, time: clock)
        }
        // The sentence is cut, and not the time behind it.
        let when = ", " + (showsDay ? "\(time.day(event.time, now: now)) \(clock)" : clock)
        let room = metrics.clientWidth - Self.eventMark.count - TextWidth.of(when)
        return .event(sentence.truncated(to: max(1, room)) + when, time: nil)
      }
  }

  /// The mark before everything that is not a message, so that it does not read as the sender's text.
  package static let eventMark = "· "
}
