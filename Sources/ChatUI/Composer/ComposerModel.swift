package import ChatModel
import Observation

/// The text being written in one chat.
@Observable @MainActor
package final class ComposerModel {
  /// Nil for commands while no chat is open.
  package let chat: ChatID?
  package private(set) var input = TextInput(maximumBytes: Message.textLimitBytes)
  package private(set) var completion: SlashCompletion?
  /// The index of the candidate that Tab inserted; nil before the first Tab.
  package private(set) var completionIndex: Int?

  @ObservationIgnored private var history = ComposerHistory()
  @ObservationIgnored private var isLoaded = false
  /// The draft in the replica, as far as this window knows.
  @ObservationIgnored private var savedDraft = ""

  package init(chat: ChatID?) {
    self.chat = chat
  }

  package var text: String { input.text }
  package var isEmpty: Bool { input.isEmpty }

  /// The text to save as the draft; while the person goes through the history, the text from
  /// before.
  package var draft: String { history.isBrowsing ? history.stash : input.text }

  /// The draft, if the replica does not have it yet; it counts as saved from now on.
  package func takeUnsavedDraft() -> String? {
    let draft = draft
    guard chat != nil, draft != savedDraft else { return nil }
    savedDraft = draft
    return draft
  }

  /// Takes the draft and the texts of an earlier session; text that is typed already stays after
  /// the draft.
  package func load(_ draft: Draft, sentTexts: [String]) {
    let text = [isLoaded ? "" : draft.kept, draft.left].filter { !$0.isEmpty }
      .joined(separator: "\n")
    if isLoaded {
      if !text.isEmpty { giveBack(text) }
      return
    }
    isLoaded = true
    savedDraft = text
    history.load(sentTexts)
    if !text.isEmpty { input.setText(text + input.text) }
  }

  /// Whether a text can be inserted whole.
  package func fits(_ text: String) -> Bool { input.fits(text) }

  /// Inserts typed or pasted text as a whole; false, and nothing is inserted, if it does not fit.
  @discardableResult
  package func insert(_ text: String) -> Bool {
    guard input.fits(text) else { return false }
    input.insert(text)
    textChanged()
    return true
  }

  /// Performs an editing key; up in the first row and down in the last row go through the history.
  package func apply(_ command: EditingCommand, width: Int) {
    let before = input.text
    let didMove = input.apply(command, width: width)
    if command == .up, !didMove {
      browseOlder()
    } else if command == .down, !didMove {
      browseNewer()
    } else if input.text != before {
      textChanged()
    }
  }

  package func browseOlder() {
    if let text = history.older(than: input.text) { show(text) }
  }

  package func browseNewer() {
    if let text = history.newer() { show(text) }
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
  package func takeForSending() {
    history.add(input.text)
    input.setText("")
    savedDraft = ""
    textChanged()
  }

  /// Empties the composer after a command was run.
  package func takeCommand() {
    input.setText("")
    textChanged()
  }

  /// Puts back a text that could not be sent or was cancelled; text typed meanwhile stays after it.
  package func giveBack(_ text: String) {
    input.setText(input.isEmpty ? text : text + "\n" + input.text)
    textChanged()
  }

  /// Completes a slash command, each time with the next candidate; false if there is none.
  package func complete(forward: Bool) -> Bool {
    guard let completion else { return false }
    let index = completionIndex.map { $0 + (forward ? 1 : -1) } ?? (forward ? 0 : -1)
    input.setText(completion.text(taking: index))
    let count = completion.candidates.count
    completionIndex = ((index % count) + count) % count
    if count == 1 { textChanged() }
    return true
  }

  /// Hides the list of commands until the text changes.
  package func dismissCompletion() {
    completion = nil
    completionIndex = nil
  }

  private func show(_ text: String) {
    input.setText(text)
    completion = nil
  }

  private func textChanged() {
    history.stopBrowsing()
    completion = SlashCompletion(input.text)
    completionIndex = nil
  }
}
