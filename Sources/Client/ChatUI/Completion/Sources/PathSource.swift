import ChatWords
import TerminalUI

/// Files and folders behind a command that takes one: `/attach ~/Pictures/`.
struct PathSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let (start, query, kind) = query(in: input), let listing = facts.folder,
      listing.answers(query)
    else { return nil }
    let entries = listing.entries.filter {
      query.fits($0.name) && (kind == .file || $0.isFolder)
    }
    return Completion(
      start..<input.cursor,
      entries.map { entry in
        let path = query.folder + entry.name + (entry.isFolder ? "/" : "")
        return Completion.Candidate(
          DisplayText.singleLine(entry.name) + (entry.isFolder ? "/" : ""),
          note: entry.isFolder ? "folder" : "", replacement: PathText.written(path))
      })
  }

  func needs(of input: CompletionInput) -> [CompletionNeed] {
    query(in: input).map { [.folder($0.query)] } ?? []
  }

  private func query(
    in input: CompletionInput
  ) -> (start: Int, query: FolderQuery, kind: ChatVerb.ArgumentKind)? {
    guard let call = input.call, let kind = call.command?.kind, kind == .file || kind == .folder
    else { return nil }
    let path = PathText.read(String(input.characters[call.argumentStart..<input.cursor]))
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let query = FolderQuery(folder: String(path[..<slash]), prefix: String(path[slash...]))
    // A home alone is a folder, and has no names in it before its slash.
    guard query.folder.isEmpty, query.prefix == "~" else {
      return (call.argumentStart, query, kind)
    }
    return (call.argumentStart, FolderQuery(folder: "~/", prefix: ""), kind)
  }
}
