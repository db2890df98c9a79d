import Foundation

/// The questions on this device, which are complete without a connection; the cloud gets and gives what has changed.
public actor QuestionLibrary {
  private struct Contents: Codable {
    /// Whose questions these are; nil before the cloud was reached for the first time.
    var owner: String?
    var sets: [QuestionSet] = []
    /// What the cloud does not have yet.
    var unsent: Set<QuestionSet.ID> = []
    /// What the cloud has still to delete.
    var deleted: Set<QuestionSet.ID> = []
  }

  private let repository: any QuestionRepository
  private let file: URL
  private var contents: Contents
  /// How often a person has saved or deleted something.
  private var changes = 0

  /// Throws `.fileUnusable` if the file is there and is no library: it is not overwritten.
  public init(file: URL, repository: any QuestionRepository) throws(QuizError) {
    (self.file, self.repository) = (file, repository)
    guard FileManager.default.fileExists(atPath: file.path) else {
      contents = Contents()
      return
    }
    do {
      contents = try JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))
      contents.sets.removeAll { !$0.isComplete }
    } catch {
      throw .fileUnusable("\(file.lastPathComponent): \(error.localizedDescription)")
    }
  }

  /// All questions, oldest first.
  public var sets: [QuestionSet] { contents.sets }

  public func save(_ set: QuestionSet) throws(QuizError) {
    var new = contents
    if let place = new.sets.firstIndex(where: { $0.id == set.id }) {
      new.sets[place] = set
    } else {
      new.sets.append(set)
    }
    new.unsent.insert(set.id)
    new.deleted.remove(set.id)
    try keep(new)
    changes += 1
  }

  public func delete(_ id: QuestionSet.ID) throws(QuizError) {
    var new = contents
    new.sets.removeAll { $0.id == id }
    new.unsent.remove(id)
    new.deleted.insert(id)
    try keep(new)
    changes += 1
  }

  /// Sends what the cloud does not have, and takes over what other devices have saved.
  public func sync() async throws(QuizError) {
    let owner = try await repository.owner()
    guard contents.owner == nil || contents.owner == owner else { throw .otherAccount }
    var (sets, before): ([QuestionSet], Int)
    repeat {
      before = changes
      for set in contents.sets where contents.unsent.contains(set.id) {
        try await repository.save(set)
        // If it was changed meanwhile, the newer one is still to be sent.
        if contents.sets.contains(set) { contents.unsent.remove(set.id) }
      }
      for id in contents.deleted {
        try await repository.delete(id)
        contents.deleted.remove(id)
      }
      sets = try await repository.all()
      // What a person has done during these calls is newer than the answer.
    } while changes != before
    try keep(Contents(owner: owner, sets: sets))
  }

  /// Nothing counts as kept before it is in the file.
  private func keep(_ new: Contents) throws(QuizError) {
    do {
      try JSONEncoder().encode(new).write(to: file, options: .atomic)
    } catch {
      throw .fileUnusable("\(file.lastPathComponent): \(error.localizedDescription)")
    }
    contents = new
  }
}
