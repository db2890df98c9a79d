import ChatModel
import ClientSettings
import TerminalUI

/// Narrowing the chat list by the letters of a name.
extension AppModel {
  /// Whether characters are typed to narrow the list.
  package var isFiltering: Bool { focus == .list && overlay == nil && list.filter != nil }

  /// Begins a filter, or adds a text to the one that is there.
  ///
  /// Without anything in the list the person begins to write; the key of the filter is that of a command then.
  func filterList(by text: String) {
    guard !list.isEmpty else {
      focusList(false)
      return insert(text.isEmpty ? "/" : text)
    }
    show(nil)
    list.changeFilter { $0.insert(text) }
  }

  /// Changes the text of the filter; deleting where there is none ends it.
  func editFilter(_ command: EditingCommand) {
    show(nil)
    guard command != .deleteBackward || list.filter?.isEmpty == false else {
      return list.endFilter()
    }
    list.changeFilter { $0.apply(command, width: .max / 2) }
  }

  var reasonAgainstOpening: String? {
    if list.isEmpty { return Self.noChats }
    guard list.entries.isEmpty else { return nil }
    return "Nothing in the list fits. \(keymap.way(to: .goToChat)) looks for people too."
  }
}
