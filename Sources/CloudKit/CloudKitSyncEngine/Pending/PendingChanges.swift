/// A change of something that has a name.
package protocol PendingChange: Hashable, Sendable {
  associatedtype Target: Hashable & Sendable
  var target: Target { get }
}

/// Changes that wait, each target once, in the order in which they were added.
///
/// 1. The last change of a target counts: a deletion replaces a save, and a save a deletion. It takes a place at the
///    end, so that the order among different targets stays that of the app.
/// 2. The same change again keeps its place, and counts as newer.
/// 3. What was added after a mark stays when the changes up to the mark are done: the record that was sent may lack it.
package struct PendingChanges<Change: PendingChange>: Sendable {
  /// A moment in the list's life.
  package typealias Mark = Int

  private struct Entry: Sendable {
    var change: Change
    var added: Mark
  }

  private var entries: [Change.Target: Entry] = [:]
  private var order: [Change.Target] = []
  package private(set) var mark: Mark = 0

  package init(_ changes: [Change] = []) { add(changes) }

  package var isEmpty: Bool { order.isEmpty }

  /// The changes, oldest first.
  package var changes: [Change] { order.compactMap { entries[$0]?.change } }

  package mutating func add(_ changes: [Change]) {
    mark += 1
    // The last change of each target, where targets move, and with the place of its last appearance.
    var moved: Set<Change.Target> = []
    for change in changes {
      if let old = entries[change.target], old.change != change { moved.insert(change.target) }
      if entries[change.target] == nil { order.append(change.target) }
      entries[change.target] = Entry(change: change, added: mark)
    }
    guard !moved.isEmpty else { return }
    order.removeAll(where: moved.contains)
    var placed: Set<Change.Target> = []
    let last = changes.reversed().map(\.target).filter {
      moved.contains($0) && placed.insert($0).inserted
    }
    order += last.reversed()
  }

  /// Forgets these changes; one that another has replaced stays.
  package mutating func remove(_ changes: [Change]) { remove(changes, addedUpTo: mark) }

  /// Forgets these changes unless they were added again after the mark.
  package mutating func remove(_ changes: [Change], addedUpTo limit: Mark) {
    var removed: Set<Change.Target> = []
    for change in changes {
      guard let entry = entries[change.target], entry.change == change, entry.added <= limit
      else { continue }
      entries[change.target] = nil
      removed.insert(change.target)
    }
    if !removed.isEmpty { order.removeAll(where: removed.contains) }
  }
}
