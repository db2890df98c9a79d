package import ChatModel
import ChatWords
import Observation

/// The text being written in one chat, and the files that wait to go with it.
@Observable @MainActor
package final class ComposerModel {
  /// Nil for commands while no chat is open.
  package let chat: ChatID?
  package private(set) var input = TextInput(maximumBytes: Message.textLimitBytes)
  package private(set) var mode = ComposerMode.writing
  private var files: [WaitingFile] = []
  package private(set) var completion: Completion?
  /// The index of the candidate that Tab inserted; nil before the first Tab.
  package private(set) var completionIndex: Int?
  /// The argument of the command before the cursor, as long as it has none: `FILE`.
  package private(set) var awaitedArgument: String?
  /// The facts that the completion at the cursor needs.
  @ObservationIgnored package private(set) var completionNeeds: [CompletionNeed] = []
  /// The facts from which the completion chooses.
  @ObservationIgnored package var facts: @MainActor () -> CompletionFacts = {
    CompletionFacts(commands: [])
  }

  /// The commands that were given here and are being performed; the draft keeps them until they are.
  @ObservationIgnored private var underWay: [String] = []
  @ObservationIgnored private var history = ComposerHistory()
  @ObservationIgnored private var isLoaded = false
  /// The draft in the replica, as far as this window knows; nil where it could not be saved.
  @ObservationIgnored private var savedDraft: Draft? = Draft()
  /// The text that the person was writing before a message was to be changed.
  @ObservationIgnored private var aside: (input: TextInput, text: String, mode: ComposerMode)?
  /// The name for which an emoji was put in last, and where the emoji is.
  @ObservationIgnored private var emojiName: (name: String, range: Range<Int>, emoji: String)?
  /// The text that was taken last to be sent or saved, and its mode.
  @ObservationIgnored private var taken: (text: String, mode: ComposerMode)?
  /// The change that was given up last, for the same message.
  @ObservationIgnored private var givenUp: Draft.Edit?

  package init(chat: ChatID?) {
    self.chat = chat
  }

  package var text: String { input.text }
  package var isEmpty: Bool { input.isEmpty }
  /// The text that was cut last; the client takes it from one chat to the next.
  package var cut: String {
    get { input.cut }
    set { input.cut = newValue }
  }

  /// The text to save as the draft, behind the commands that are being performed; while the person goes through the
  /// history, the text from before.
  package var draft: Draft {
    written.after(Draft(text: underWay.joined(separator: "\n")))
  }

  /// Keeps a command with the draft for as long as it is performed, because the program may be killed meanwhile.
  func begin(_ command: String) { underWay.append(command) }

  /// A command that was begun is performed, or given back.
  func end(_ command: String) {
    if let place = underWay.firstIndex(of: command) { underWay.remove(at: place) }
  }

  private var written: Draft {
    let text = history.isBrowsing ? history.stash : input.text
    let files = files.map(\.path)
    switch mode {
    case .writing: return Draft(text: text, files: files)
    case .replying(let quote):
      return Draft(text: text, replyTo: quote.recordName, files: files)
    case .editing(let message):
      var draft = Draft(
        text: aside?.text ?? "",
        edit: Draft.Edit(messageName: message.recordName, text: text), files: files)
      if case .replying(let quote)? = aside?.mode { draft.replyTo = quote.recordName }
      return draft
    }
  }

  /// The draft, if the replica does not have it yet; it counts as saved from now on.
  package func takeUnsavedDraft() -> Draft? {
    let draft = draft
    guard chat != nil, draft != savedDraft else { return nil }
    savedDraft = draft
    return draft
  }

  /// The draft that was taken could not be saved; it is taken again.
  package func draftWasNotSaved() { savedDraft = nil }

  /// Whether there is a text that could not be saved.
  package var isDraftLost: Bool { savedDraft == nil && !draft.isEmpty }

  /// Takes the draft and the texts of an earlier session; text that is typed already stays after
  /// the draft.
  package func load(_ opening: ChatOpening) {
    let draft = opening.draft
    if isLoaded {
      // Only what a window that has ended left is new; its text and its files are all that is taken.
      if !draft.left.text.isEmpty { giveBack(draft.left.text) }
      putBack(draft.left.files)
      return
    }
    isLoaded = true
    let text = draft.left.after(draft.kept)
    savedDraft = text
    history.load(opening.sentTexts)
    putBack(text.files)
    if !text.text.isEmpty { input.setText(text.text + input.text) }
    if mode == .writing, let quote = opening.quote { mode = .replying(quote) }
    if let edit = text.edit, let message = opening.edited {
      givenUp = edit
      beginEditing(message)
    }
  }

  /// Whether a text can be inserted completely.
  package func fits(_ text: String) -> Bool { input.fits(text) }

  /// Inserts typed or pasted text as a whole; false, and nothing is inserted, if it does not fit.
  @discardableResult
  package func insert(_ text: String) -> Bool {
    guard input.fits(text) else { return false }
    // The slash that leads into a folder is there already when Tab has inserted the folder.
    let isThere = text == "/" && completionIndex != nil && input.characters.last == "/"
    if !isThere { input.insert(text) }
    textChanged()
    if text == ":" { replaceEmojiName() }
    return true
  }

  /// Replaces the text as a whole; false, and nothing changes, if it does not fit.
  package func replaceText(with text: String) -> Bool {
    guard text.utf8.count <= Message.textLimitBytes else { return false }
    input.setText(text)
    textChanged()
    return true
  }

  /// Performs an editing key; up in the first row and down in the last row go through the history.
  ///
  /// In an open list of candidates, up and down go through the list. Backspace behind an emoji that was put in for its
  /// name brings the name back.
  package func apply(_ command: EditingCommand, width: Int) {
    switch command {
    case .up where completion != nil, .down where completion != nil:
      if complete(forward: command == .down) { return }
    case .deleteBackward where restoreEmojiName(): return
    default: break
    }
    let (before, cursor) = (input.text, input.cursor)
    let didMove = input.apply(command, width: width)
    if command == .up, !didMove {
      browseOlder()
    } else if command == .down, !didMove {
      browseNewer()
    } else if input.text != before {
      textChanged()
    } else if input.cursor != cursor {
      updateCompletion()
    }
  }

  /// Shows the text sent before.
  package func browseOlder() {
    if let text = history.older(than: input.text) { show(text) }
  }

  /// Shows the text sent after, and last what was being written.
  package func browseNewer() {
    if let text = history.newer(than: input.text) { show(text) }
  }

  /// Clears the text, or brings back what was cleared; false when there is nothing to do.
  package func clearOrRestore() -> Bool {
    let restores = input.isEmpty
    if restores {
      guard input.restoreCleared() else { return false }
    } else {
      input.clear()
    }
    textChanged()
    return true
  }

  /// Empties the composer for sending; the replica deletes the draft when it takes the message.
  ///
  /// The text that the person was writing before browsing the history comes back.
  package func takeForSending() {
    let unsent = history.isBrowsing ? history.stash : ""
    // Files need no text.
    let isBlank = input.text.trimmedBlanks.isEmpty
    taken = (isBlank ? "" : input.text, mode)
    if isBlank { history.stopBrowsing() } else { history.add(input.text) }
    input.setText(unsent)
    files = []
    mode = .writing
    savedDraft = Draft()
    textChanged()
  }

  /// Empties the composer after a command was run.
  package func takeCommand() {
    input.setText("")
    textChanged()
  }

  /// Ends the change of a message for saving it; the text that was being written before comes back.
  package func takeChange() {
    taken = (input.text, mode)
    endEditing()
  }

  /// Puts back a text that could not be sent or was cancelled; text typed meanwhile stays after it.
  package func giveBack(_ text: String) {
    endEditing()
    let written = endBrowsing()
    input.setText(written.isEmpty ? text : text + "\n" + written)
    textChanged()
  }

  /// Puts back a text that could not be saved, as what it was: an answer, or the change of a message.
  ///
  /// - Parameters:
  ///   - text: the text; empty where only files were to be sent.
  ///   - paths: the files that were to be sent with it.
  package func giveBackAsTaken(_ text: String, with paths: [String] = []) {
    let mode = taken.flatMap { $0.text == text ? $0.mode : nil } ?? .writing
    taken = nil
    putBack(paths)
    switch mode {
    case .editing(let message):
      givenUp = Draft.Edit(messageName: message.recordName, text: text)
      beginEditing(message)
    case .replying:
      if !text.isEmpty { giveBack(text) }
      if self.mode == .writing { self.mode = mode }
    case .writing: if !text.isEmpty { giveBack(text) }
    }
  }

  /// Inserts a candidate, each time the next one; false if there is none.
  package func complete(forward: Bool) -> Bool {
    guard var completion else { return false }
    let index = completion.place(
      completionIndex.map { $0 + (forward ? 1 : -1) } ?? (forward ? 0 : -1))
    let replacement = completion.candidates[index].replacement
    guard input.replaceText(in: completion.range, with: replacement) else { return false }
    let start = min(completion.range.lowerBound, input.cursor)
    completion.range = start..<input.cursor
    self.completion = completion
    completionIndex = index
    if completion.candidates.count == 1 { textChanged() }
    return true
  }

  /// Looks for candidates again, because there is more to choose from; text that Tab inserted stays.
  package func factsChanged() {
    if completionIndex == nil, !completionNeeds.isEmpty { updateCompletion() }
  }

  /// Hides the list of candidates until the text changes.
  package func dismissCompletion() {
    completion = nil
    completionIndex = nil
    completionNeeds = []
  }

  private func show(_ text: String) {
    input.setText(text)
    dismissCompletion()
  }

  /// A text from the history that is changed is what is being written, unless something else waits below.
  private func textChanged() {
    emojiName = nil
    if history.stash.isEmpty { history.stopBrowsing() }
    updateCompletion()
  }

  /// Ends the way through the history.
  ///
  /// - Returns: the text from before browsing, then the shown text if the person has changed it.
  private func endBrowsing() -> String {
    defer { history.stopBrowsing() }
    guard history.isBrowsing, history.isChanged(input.text) else {
      return history.isBrowsing ? history.stash : input.text
    }
    return [history.stash, input.text].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Puts an emoji in the place of its name, which has just got its second colon.
  private func replaceEmojiName() {
    guard let found = EmojiSource.named(at: place(facts().commands)) else { return }
    let name = String(input.characters[found.range])
    guard input.replaceText(in: found.range, with: found.emoji) else { return }
    textChanged()
    emojiName = (name, found.range.lowerBound..<input.cursor, found.emoji)
  }

  private func restoreEmojiName() -> Bool {
    guard let (name, range, emoji) = emojiName, range.upperBound == input.cursor,
      String(input.characters[range]) == emoji, input.replaceText(in: range, with: name)
    else { return false }
    textChanged()
    return true
  }

  private func place(_ commands: [ChatVerb]) -> CompletionInput {
    CompletionInput(input.characters, cursor: input.cursor, commands: commands)
  }

  private func updateCompletion() {
    let facts = facts()
    let place = place(facts.commands)
    completionNeeds = CompletionSources.needs(of: place)
    completion = CompletionSources.completion(of: place, with: facts)
    completionIndex = nil
    awaitedArgument = place.awaitedArgument
  }
}

/// The files that wait to be sent with the text.
extension ComposerModel {
  /// The files that Enter sends now; none while a message is being changed.
  package var waitingFiles: [WaitingFile] { isEditing ? [] : files }

  /// Whether Enter has something to do.
  package var hasSomethingToSend: Bool { !isEmpty || !waitingFiles.isEmpty }

  /// Adds a file; the change of a message ends, and what is written of it is kept for that message.
  ///
  /// - Returns: false, and nothing changes, where as many files wait as may.
  func attach(_ file: WaitingFile) -> Bool {
    guard files.count < WaitingFile.limit else { return false }
    // The text is empty where it was the command that attaches the file.
    if isEditing, !isEmpty { leaveMode() } else { endEditing() }
    files.append(file)
    return true
  }

  /// Takes out the file that was added last.
  func detach() -> WaitingFile? { waitingFiles.isEmpty ? nil : files.removeLast() }

  /// Adds files of an earlier time before those that wait.
  private func putBack(_ paths: [String]) {
    if !paths.isEmpty { files = paths.map { WaitingFile(kept: $0) } + files }
  }
}

/// Answering and changing messages.
extension ComposerModel {
  package var isEditing: Bool { if case .editing = mode { true } else { false } }

  /// The record name of the message that is to be answered.
  package var replyTo: String? {
    if case .replying(let quote) = mode { quote.recordName } else { nil }
  }

  /// Begins the answer to a message; the text that is there becomes the answer.
  package func beginReply(to message: Message) {
    endEditing()
    mode = .replying(Message.Quote(message))
  }

  /// Puts the text of a message into the composer, to be changed.
  ///
  /// The text that was being written comes back afterwards.
  package func beginEditing(_ message: Message) {
    endEditing()
    let text = endBrowsing()
    if text != input.text { input.setText(text) }
    aside = (input, text, mode)
    mode = .editing(message)
    let change = givenUp?.messageName == message.recordName ? givenUp?.text : nil
    input = TextInput(text: change ?? message.text, maximumBytes: Message.textLimitBytes)
    givenUp = nil
    textChanged()
  }

  /// Writes an ordinary message again; the text of an answer stays, that of a change is kept for the same
  /// message.
  package func leaveMode() {
    switch mode {
    case .writing: break
    case .replying: mode = .writing
    case .editing(let message):
      let text = endBrowsing()
      if text != message.text {
        givenUp = Draft.Edit(messageName: message.recordName, text: text)
      }
      endEditing()
    }
  }

  /// Ends the change of a message; the text that was being written before comes back.
  package func endEditing() {
    guard case .editing = mode, let aside else { return }
    self.aside = nil
    history.stopBrowsing()
    mode = aside.mode
    input = aside.input
    textChanged()
  }
}

/// The effect of Enter on the text in the composer.
package enum ComposerMode: Equatable, Sendable {
  /// Sends it as a message.
  case writing
  /// Sends it as the answer to a message.
  case replying(Message.Quote)
  /// Changes a message.
  case editing(Message)
}
