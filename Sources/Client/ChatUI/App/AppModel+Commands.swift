import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

extension AppModel {
  /// Opens the dialog for a new chat, or creates a chat with the given title.
  package func newChat(_ title: String) {
    guard !title.isEmpty else {
      overlay = TitleModel(isSealed: settings.chats.sealed)
      return
    }
    if let error = create(title, isSealed: settings.chats.sealed) { show(.error(error)) }
  }

  /// Creates a chat, which has the names of the others in it if the title is empty.
  ///
  /// - Returns: why the title is not accepted; nil if it is.
  func create(_ title: String, isSealed: Bool) -> String? {
    do {
      want(.write(.createChat(title: try ChatTitle.validated(title), isSealed: isSealed)))
      return nil
    } catch {
      return error.description
    }
  }

  /// Opens the dialog for another title of the open chat, or gives it the title.
  package func rename(_ title: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    guard !title.isEmpty else {
      overlay = TitleModel(of: chat.id, title: DisplayText.singleLine(chat.title))
      return
    }
    if let error = rename(chat.id, to: title) { show(.error(error)) }
  }

  /// Gives a chat another title, or takes it away if that is empty.
  ///
  /// - Returns: why the title is not accepted; nil if it is.
  func rename(_ chat: ChatID, to title: String) -> String? {
    do {
      want(.write(.rename(chat, title: try ChatTitle.validated(title))))
      return nil
    } catch {
      return error.description
    }
  }

  package func goToChat(_ name: String) {
    if !name.isEmpty, let chat = list.chats(matching: name).first { return open(chat.id) }
    overlay = QuickSwitchModel(
      list: list, account: account, text: name.isEmpty ? list.filter?.text ?? "" : name)
  }

  package func goToChat(number: String) {
    guard let number = Int(number) else {
      return show(.error("The chat's number is missing. Add it after the command: /chat 3"))
    }
    open(number: number)
  }

  package func showMembers() {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    overlay = MembersModel(of: chat)
    // Only the owner is told, and pays for it.
    if chat.access == .owner { ask(.storage(of: chat.id)) }
  }

  /// Shows the help, or closes it.
  package func toggleHelp() {
    if overlay is HelpModel {
      cancelOverlay()
    } else {
      overlay = HelpModel(askedIn: context)
    }
  }

  /// Ends the client or stops its process; everything is written first.
  package func leave(_ effect: Effect) {
    performPendingAct()
    if effect == .quit { putBackLetters() }
    saveDrafts()
    want(effect)
  }

  /// Ends the client; asked a second time where that loses a text which could not be saved.
  func quit() {
    guard let draftTrouble = opening.takeDraftTrouble() else { return leave(.quit) }
    let way = keymap.way(to: .quit)
    show(.error("\(draftTrouble) \(way) again quits, and loses what you are writing."))
  }

  package func showPalette() {
    overlay = PaletteModel(recent: history.recent, for: subjectOfPalette) { [weak self] action in
      self?.reasonAgainst(action)
    }
  }

  /// What the palette offers its actions for.
  var subjectOfPalette: PaletteModel.Subject {
    PaletteModel.Subject(
      openChat: openChat, chat: chatInHand?.id, message: conversation?.picked)
  }

  package func showDetails() {
    guard let message = conversation?.actedMessage else { return }
    if let fold = message.fold {
      conversation?.unfold(message.cursor...max(message.cursor, fold.last))
      return
    }
    overlay = DetailsModel(message: message, chat: openSummary)
    want(.loadDetails(message.id))
  }

  package func copyMessage() {
    guard let message = conversation?.actedMessage else { return }
    want(.copy(message.text))
    leavePicking()
    show(.info("Copied to the clipboard, if the terminal allows it."))
  }

  /// Performs Enter in a dialog.
  package func confirmOverlay() { overlay?.confirm(in: self) }

  /// Performs Esc outside dialogs: goes one step back, and never deletes text.
  ///
  /// - Returns: false when there was nothing to step back from.
  @discardableResult
  package func stepBack() -> Bool {
    show(nil)
    switch focus {
    case .picking: leavePicking()
    case .list where isFiltering: list.endFilter()
    case .list: focusList(false)
    case .composer:
      if composer.completion != nil {
        composer.dismissCompletion()
      } else if composer.mode != .writing {
        composer.leaveMode()
        textChanged()
      } else if stepBackTakesFileOut {
        detach()
      } else if canStepToEnd {
        goToEnd()
      } else {
        return false
      }
    }
    return true
  }

  /// Whether a step back takes out the file that was attached last.
  var stepBackTakesFileOut: Bool {
    focus == .composer && composer.completion == nil && composer.mode == .writing
      && !composer.waitingFiles.isEmpty
  }

  /// Whether the view is above the end and a step to the end would pass over no unread message.
  var canStepToEnd: Bool {
    guard let conversation, conversation.anchor != .end else { return false }
    let reading = conversation.reading
    // Messages that were read in another window may still stand below a line.
    let newest = conversation.window?.newestArrival?.rawValue ?? 0
    return !reading.isLineOpen || newest <= reading.seenThrough?.rawValue ?? 0
  }

  package func goToEnd() { conversation?.go(to: .newest) }

  package func clearOrRestore() {
    show(nil)
    let wasEmpty = composer.isEmpty
    if focus != .composer {
      stepBack()
    } else if composer.clearOrRestore() {
      textChanged()
      if wasEmpty {
        let way = keymap.way(to: .clearText)
        show(.info("The text that you have cleared is here again. \(way) clears it."))
      }
    } else {
      show(.info("Everything is saved. \(keymap.way(to: .quit)) quits."))
    }
  }
}
