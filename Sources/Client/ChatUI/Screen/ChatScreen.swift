import ChatCore
import ChatModel
import ChatWords
import ClientSettings
package import Foundation
package import TerminalUI

/// Passes events to the models and draws the models; it knows sizes, but neither tasks nor files.
@MainActor
package final class ChatScreen {
  package let model: AppModel
  package private(set) var size: Size
  package internal(set) var isTerminalFocused = true
  private let standardTime: TimeText
  let now: @Sendable () -> Date
  private let wrapping: WrapCache
  var surprise = Surprise()
  /// The terminal's answer about its background; nil until it has answered.
  package var background: Background?
  /// The colours that the terminal shows.
  package var colors = ColorSupport.palette
  /// The terminal's abilities for pictures, as far as it has answered.
  package var pictureAbilities = PictureAbilities()

  package init(
    model: AppModel, size: Size, now: @escaping @Sendable () -> Date, timeZone: TimeZone,
    locale: Locale
  ) {
    self.model = model
    wrapping = WrapCache(reader: model.account.name)
    self.size = size
    model.screenColumns = size.width
    self.now = now
    standardTime = TimeText(timeZone: timeZone, locale: locale)
    model.reading.startOfDay = { [standardTime] in standardTime.startOfDay($0, now: now()) }
  }

  /// Times as the person wants them.
  var time: TimeText { standardTime.with(model.settings.screen.clock) }

  package func resize(to size: Size) {
    self.size = size
    model.screenColumns = size.width
  }

  /// Tells that the last picture is on the screen of the terminal.
  package func pictureWasShown() { surprise.wasShown(at: now()) }

  /// Whether a panel belongs beside the messages, if there is room for it.
  private var showsPanel: Bool {
    if showsTwoChats { return false }
    if model.overlay?.isPanel == true { return true }
    guard let chat = model.openChat else { return false }
    return wantsPanel || model.sidePanel.thread(of: chat) != nil
  }

  /// Whether the side panel is to be shown: as the person has said, else where it has room and something to say.
  var wantsPanel: Bool { model.preferences.showsPanel ?? isPanelUsual }

  /// Whether the open chat has the panel if the person has not said anything.
  var isPanelUsual: Bool {
    hasRoomForUsualPanel
      && model.openSummary.map(model.sidePanel.isWorthItsPlace) ?? false
  }

  var hasRoomForUsualPanel: Bool { size.width >= ScreenLayout.columnsWithUsualPanel }

  /// Whether a second chat is shown, which takes the place of the panel.
  var showsTwoChats: Bool {
    model.otherConversation != nil && !model.isBare
      && size.width >= ScreenLayout.leastColumnsWithTwoChats
  }

  /// The areas of the screen; nil if the screen is too small.
  var layout: ScreenLayout? {
    let showsList = model.isSinglePane && model.focus == .list
    return ScreenLayout(
      size: size, showsList: showsList, isBare: model.isBare, showsPanel: showsPanel,
      other: showsTwoChats ? (model.opening.isOnRight ? .left : .right) : nil,
      preferences: preferences,
      statusRowCount: { StatusLineView.rows(of: notice, width: $0).count },
      composerRowCount: {
        let metrics = composerMetrics(width: $0)
        return ComposerView.rowCount(
          of: model.composer, metrics: metrics, refusal: refusal(width: metrics.textWidth))
      })
  }

  /// The columns of a pane of some width, for the text that is written below its messages.
  func composerMetrics(width: Int) -> TimelineMetrics {
    TimelineMetrics(model.settings.screen, pane: Size(width: width, height: 0))
  }

  /// The area of the messages.
  var messagesArea: Rect? { layout?.pane }

  /// The messages of the open chat in their area; nil if there is no room, or no chat is open.
  var messagesPane: MessagesPane? { layout.flatMap { messagesPane(in: $0) } }

  func messagesPane(in layout: ScreenLayout) -> MessagesPane? {
    guard let area = layout.pane, let conversation = model.conversation else { return nil }
    return MessagesPane(
      model: model, conversation: conversation, area: area, time: time, now: now(),
      wrapping: wrapping, isAttended: isAttended, pictures: pictureSpace(height: area.height))
  }

  /// The messages of the chat beside the open one; nil if none is shown.
  ///
  /// The person is not taken to look at them: they stay unread until that chat has the keys.
  func otherPane(in layout: ScreenLayout) -> MessagesPane? {
    guard let area = layout.other, let conversation = model.otherConversation else { return nil }
    return MessagesPane(
      model: model, conversation: conversation, area: area.split(1, from: .top).rest, time: time,
      now: now(), wrapping: wrapping, isAttended: false)
  }

  /// The widths that the person has set with keys, else those of the settings.
  private var preferences: ScreenPreferences {
    var preferences = model.preferences
    preferences.listColumns = preferences.listColumns ?? model.settings.screen.listColumns
    return preferences
  }

  /// The reason why the person cannot write in the open chat, in rows; none if they can.
  func refusal(width: Int) -> [String] {
    model.openSummary.map { AccessWords.rows(of: $0, width: width) } ?? []
  }

  /// Whether the person looks at the messages: nothing covers them, and the terminal has the focus.
  var isAttended: Bool { isTerminalFocused && model.overlay == nil }

  /// Whether the person sees the end of the open chat now.
  var isWatched: Bool { isAttended && showsEnd }

  /// Whether the end of the open chat is in the pane.
  var showsEnd: Bool { messagesPane?.showsEnd ?? false }

  var moment: DialogMoment { DialogMoment(time: time, now: now(), screen: size, app: model) }

  /// The terminal's title.
  package var windowTitle: String {
    let name = model.openSummary.map(ChatListText.name) ?? "ZoneChat"
    guard model.settings.notifications.title else { return name }
    return model.list.totals.wanted.text.map { "(\($0)) \(name)" } ?? name
  }
}
