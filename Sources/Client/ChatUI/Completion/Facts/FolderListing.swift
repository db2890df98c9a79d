/// Names in a folder that begin with some letters.
package struct FolderQuery: Hashable, Sendable {
  /// The folder as it was written: empty or ending in a slash; may begin with `~`.
  package var folder: String
  package var prefix: String

  package init(folder: String, prefix: String) {
    self.folder = folder
    self.prefix = prefix
  }

  /// Whether the query asks for a name; it asks for hidden names only if the prefix begins with a dot.
  func fits(_ name: String) -> Bool {
    guard name.hasPrefix(".") == prefix.hasPrefix(".") else { return false }
    return prefix.isEmpty || name.lowercased().hasPrefix(prefix.lowercased())
  }
}

/// The names that were found in a folder.
package struct FolderListing: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var isFolder: Bool

    package init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  package var query: FolderQuery
  /// By name.
  package var entries: [Entry]
  /// Whether the folder has more names, which were not read.
  package var isCut: Bool

  package init(_ query: FolderQuery, entries: [Entry], isCut: Bool = false) {
    self.query = query
    self.entries = entries
    self.isCut = isCut
  }

  /// Whether this query's answer contains every answer to another query.
  func answers(_ other: FolderQuery) -> Bool {
    if query == other { return true }
    return query.folder == other.folder && !isCut
      && other.prefix.hasPrefix(".") == query.prefix.hasPrefix(".")
      && other.prefix.lowercased().hasPrefix(query.prefix.lowercased())
  }
}
