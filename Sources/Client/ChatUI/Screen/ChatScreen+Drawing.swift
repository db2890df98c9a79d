import ChatCore
import ChatModel
import ChatWords
package import ClientSettings
package import TerminalUI

extension ChatScreen {
  /// The whole screen as it is now, and where the cursor is.
  package func picture() -> (grid: Grid, cursor: Point?) {
    picture(in: model.settings.theme.on(background, colors: colors))
  }

  /// The same in a theme.
  package func picture(in theme: ColorTheme) -> (grid: Grid, cursor: Point?) {
    var picture = Theme.$current.withValue(theme) { drawPicture() }
    if !model.settings.screen.links { picture.grid.removeLinks() }
    return picture
  }

  private func drawPicture() -> (grid: Grid, cursor: Point?) {
    var grid = Grid(size: size)
    guard let layout else {
      let line = grid.bounds.rowStrip(size.height / 2)
      grid.draw("too small", in: line, align: .center)
      return (grid, nil)
    }
    drawTitle(into: &grid, layout)
    let dialog = model.overlay?.dialog(at: moment)
    let listCursor = drawList(into: &grid, layout)
    if let area = layout.divider { grid.drawVerticalLine(in: area, style: Theme.divider) }
    drawMessages(into: &grid, layout)
    drawOther(into: &grid, layout)
    let metrics = composerMetrics(width: layout.composer.width)
    var cursor = ComposerView(
      model: model.composer, metrics: metrics, refusal: refusal(width: metrics.textWidth),
      hasFocus: model.focus == .composer && dialog == nil
    ).draw(into: &grid, in: layout.composer)
    HintBarView(model, dialog: dialog).draw(into: &grid, in: layout.hints)
    if model.focus == .composer, let completion = model.composer.completion {
      CompletionView(completion: completion, index: model.composer.completionIndex)
        .draw(into: &grid, above: layout.status)
    }
    if model.focus != .composer { cursor = listCursor }
    if let area = layout.panelDivider { grid.drawVerticalLine(in: area, style: Theme.divider) }
    if let overlay = model.overlay, let dialog {
      if overlay.isPanel, let panel = layout.panel {
        cursor = dialog.drawBeside(into: &grid, in: panel, hasFocus: true)
      } else {
        drawSidePanel(into: &grid, in: layout.panel)
        cursor = dialog.draw(into: &grid, in: dialogArea)
      }
    } else {
      drawSidePanel(into: &grid, in: layout.panel)
    }
    return (grid, cursor)
  }

  /// The area of dialogs over the screen: all rows but the last, which has their keys.
  var dialogArea: Rect {
    Rect(size).split(layout?.hints.height ?? 0, from: .bottom).rest
  }

  private func drawSidePanel(into grid: inout Grid, in area: Rect?) {
    guard let area, let chat = model.openSummary else { return }
    let dialog: Dialog
    if let thread = model.sidePanel.thread(of: chat.id) {
      dialog = ThreadView.dialogBeside(thread, time: time, now: now())
    } else {
      dialog =
        SidePanelView(chat: chat, panel: model.sidePanel, selected: nil, moment: moment).dialog
    }
    _ = dialog.drawBeside(into: &grid, in: area, hasFocus: false)
  }

  private func drawTitle(into grid: inout Grid, _ layout: ScreenLayout) {
    TitleView(
      account: model.account.name, chat: model.openSummary,
      pinnedCount: model.conversation?.window?.pinnedCount ?? 0,
      paneNamesReaders: messagesPane(in: layout)?.missingReader != nil, words: connectionWords,
      needingCount: model.list.needingCount,
      listColumns: layout.divider.map { $0.columns.upperBound },
      showsList: layout.list != nil && model.isSinglePane
    ).draw(into: &grid, in: layout.title)
  }

  var connectionWords: ConnectionWords? {
    model.connection.map { ConnectionWords(connection: $0, time: time, now: now()) }
  }

  private func drawList(into grid: inout Grid, _ layout: ScreenLayout) -> Point? {
    guard let area = layout.list, let listLayout = self.listLayout(in: layout) else { return nil }
    let now = now()
    return ChatListView(
      model: model.list, openChat: model.openChat, hasFocus: model.focus == .list,
      layout: listLayout,
      isSending: { [connection = model.connection] in $0.isSending(to: connection, now: now) },
      time: { [time] in time.listTime($0.lastActivity, now: now) }
    ).draw(into: &grid, in: area)
  }

  private func drawMessages(into grid: inout Grid, _ layout: ScreenLayout) {
    var newerCount = 0
    var isAtEnd = true
    var above: String?
    if let area = layout.pane {
      if let messages = messagesPane(in: layout), !messages.conversation.messages.isEmpty {
        let (conversation, timeline) = (messages.conversation, messages.timeline)
        let picture = messages.picture(of: timeline)
        newerCount = picture.newerCount
        isAtEnd = picture.isAtEnd
        above = messages.newCountAbove(picture, of: timeline).flatMap(ChatSummary.unreadText).map {
          "↑ \($0) new: \(model.keymap.way(to: .goToUnread))"
        }
        ConversationView(
          layout: timeline, picked: conversation.picked, pointed: conversation.pointed, time: time,
          olderKey: model.keymap.way(to: .pageUp), pictures: model.pictures.drawn
        )
        .draw(picture, into: &grid, in: area)
      } else {
        emptyPane?.draw(into: &grid, in: area)
      }
    }
    StatusLineView(
      toast: notice, picked: pickedText, mode: mode,
      outbox: connectionWords?.outbox(isShort: layout.status.width < StatusLineView.wordColumns),
      above: above,
      below: .init(count: newerCount, unread: model.openSummary?.unreadCount ?? 0),
      isAtEnd: isAtEnd,
      rings: model.openSummary?.needingMessageCount ?? 0 > 0
    ).draw(into: &grid, in: layout.status)
  }

  /// Draws the chat beside the open one below a row with its name.
  private func drawOther(into grid: inout Grid, _ layout: ScreenLayout) {
    guard let area = layout.other, let pane = otherPane(in: layout) else { return }
    if let divider = layout.otherDivider {
      grid.drawVerticalLine(in: divider, style: Theme.divider)
    }
    let head = area.rowStrip(0)
    let name = model.list.summary(of: pane.conversation.chat).map(ChatListText.name) ?? ""
    let way = "  \(model.keymap.way(to: .otherChat)) goes there"
    let room = max(1, head.width - TextWidth.of(way) - 2)
    let text = "  " + DisplayText.singleLine(name).truncated(to: room)
    let columns = grid.draw(text, at: head.origin, in: head, style: Theme.quiet)
    grid.draw(way, at: head.origin.moved(columns: columns), in: head, style: Theme.faint)
    guard !pane.conversation.messages.isEmpty else { return }
    let timeline = pane.timeline
    ConversationView(
      layout: timeline, picked: nil, time: time, olderKey: model.keymap.way(to: .pageUp)
    ).draw(pane.picture(of: timeline), into: &grid, in: pane.area)
  }

  /// The text to show without messages; nil until the chats and messages are loaded.
  private var emptyPane: EmptyConversationView? {
    guard let conversation = model.conversation else {
      return model.list.isLoaded
        ? .noChats(invitation: model.list.invitations.first, model.keymap) : nil
    }
    guard conversation.isLoaded else { return nil }
    let (chat, now) = (model.openSummary, now())
    return EmptyConversationView.noMessages(in: chat, model.keymap).below(
      conversation.window?.events ?? [], in: chat,
      members: model.sidePanel.members(of: conversation.chat) ?? []
    ) { [time] in time.moment($0, now: now) }
  }

  private var mode: StatusLineView.Mode? {
    let way = model.keymap.way(to: .stepBack)
    switch model.composer.mode {
    case .writing: return nil
    case .replying(let quote):
      let (name, text) = MessageWords.quoteParts(quote)
      return StatusLineView.Mode(
        words: "Reply to \(name.map { $0 + ": " } ?? "")\(text)",
        instruction: "\(way) cancels")
    case .editing(let message):
      return StatusLineView.Mode(
        words: "Change your message of \(time.moment(message.timestamp, now: now()))",
        instruction: "\(way) leaves it as it is")
    }
  }

  /// The text between the messages and the composer.
  ///
  /// It is the toast, or the state of the chat that is selected in the list, or the reason why nothing can be sent.
  var notice: Toast? {
    if let toast = model.toast { return toast }
    guard model.focus == .list, let chat = model.chatInHand else {
      let isIdle = model.focus == .composer && model.composer.mode == .writing
      if isIdle { return connectionWords?.reason.map(Toast.error) ?? sign }
      return model.isFiltering ? model.reasonAgainstOpening.map(Toast.info) : nil
    }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    if case .sealed(let reason) = chat.access { return .info("\(name): \(reason)") }
    return chat.trouble.map { .info("\(name): \($0)") }
  }

  /// What the reader of the open chat should know at once, if it is sealed.
  private var sign: Toast? {
    model.openSummary.flatMap(SealedWords.urgent).map(Toast.info)
  }

  private var pickedText: (head: String, state: String)? {
    guard model.focus == .picking, let message = model.conversation?.pickedMessage else {
      return nil
    }
    return (
      head: "\(SenderWords.short(message)) \(time.moment(message.timestamp, now: now()))",
      state: model.options.addressed(DetailsModel.state(of: message))
    )
  }
}
