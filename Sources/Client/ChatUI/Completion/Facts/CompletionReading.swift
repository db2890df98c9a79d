package import ChatModel

/// The facts that were read for completions, and those that are being read.
///
/// At most one folder is read at a time, so a file system that does not answer blocks only one thread.
package struct CompletionReading: Sendable {
  package private(set) var acquaintances: [Person] = []
  package private(set) var folder: FolderListing?
  private var isAskingForPeople = false
  private var hasPeople = false
  private var awaitedFolder: FolderQuery?

  package init() {}

  /// - Parameter needs: the facts that the completion needs now.
  /// - Returns: the facts to read for it.
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
