package import ChatModel

/// What was read for completions, and what is being read.
///
/// At most one folder is read at a time: a file system that hangs holds up one thread and not more.
package struct CompletionReading: Sendable {
  package private(set) var acquaintances: [Person] = []
  package private(set) var folder: FolderListing?
  private var isAskingForPeople = false
  private var hasPeople = false
  private var awaitedFolder: FolderQuery?

  package init() {}

  /// - Parameter needs: what the completion needs now.
  /// - Returns: what is to be read for it.
  package mutating func wanted(for needs: [CompletionNeed]) -> [CompletionNeed] {
    var wanted: [CompletionNeed] = []
    if !needs.contains(.acquaintances) {
      hasPeople = false
    } else if !hasPeople, !isAskingForPeople {
      isAskingForPeople = true
      wanted.append(.acquaintances)
    }
    let query = needs.lazy.compactMap { if case .folder(let query) = $0 { query } else { nil } }
      .first
    guard let query else {
      folder = nil
      return wanted
    }
    if awaitedFolder == nil, folder?.answers(query) != true {
      awaitedFolder = query
      wanted.append(.folder(query))
    }
    return wanted
  }

  package mutating func take(_ answer: CompletionAnswer) {
    switch answer {
    case .acquaintances(let people):
      acquaintances = people
      isAskingForPeople = false
      hasPeople = true
    case .folder(let listing):
      folder = listing
      awaitedFolder = nil
    }
  }
}
