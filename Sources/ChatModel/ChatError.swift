/// The errors of chat operations.
///
/// `description` is one sentence for the person who
/// asked: what happened, to what, and what to do now.
package enum ChatError: Error, Sendable, Equatable {
  case emptyText
  case textTooLong(bytes: Int)
  case emptyTitle
  case titleTooLong(characters: Int)
  case unknownChat(String)
  case ambiguousChat(String, candidates: [String])
  case readOnly(chat: String)
  case sealed(chat: String, reason: String)
  case notOwner(chat: String)
  case ownChat(chat: String)
  case notSender
  case notAnEmoji(String)
  case linkIsOpen(chat: String)
  case malformedLink(String)
  case unknownLink
  case notInvited
  case unknownAccount(String)
  case notYetInCloud(chat: String)
  case offline(reason: String)
  case cloudRefused(reason: String)
  case unknownMessage
  case ambiguousMessage(String)
  case notMember(String)
  /// `earlier` is the file from before the upgrade; nil where there is none that this version can open.
  case replicaNewer(path: String, earlier: String?)
  case replicaOfOtherAccount(path: String)
  case fileUnreadable(path: String, reason: String)
  case fileTooLarge(path: String)
  case fileExists(path: String)
  case fileUnwritable(path: String, reason: String)
  case noFile
  case fileNotHere(name: String, reason: String)
  case storageFull
  case storageFailed(path: String, reason: String)
  case storageReadOnly(path: String)
  /// The replica was opened for reading alone, and stays so in this process.
  case openedForReading(path: String, isDiskFull: Bool)
  case replicaDamaged(path: String)
  case replicaEmptied(path: String)
  case replicaBusy(path: String)
  case engineReplaced
  case notAFile(path: String)
}

extension ChatError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .emptyText: "The message is empty; type something first."
    case .textTooLong(let bytes):
      "The message has \(bytes) bytes; at most \(Message.textLimitBytes) fit. Split it in parts."
    case .emptyTitle: "The title is empty, or holds nothing that can be shown; choose another."
    case .titleTooLong(let characters):
      "The title has \(characters) characters; at most \(ChatTitle.limit) fit. Shorten it."
    case .unknownChat(let chat):
      "There is no chat ‘\(chat)’; ‘zonechat chats’ lists them."
    case .ambiguousChat(let chat, let candidates):
      "‘\(chat)’ could be \(candidates.joined(separator: ", ")); write more of it."
    case .readOnly(let chat):
      "You may only read in \(Self.named(chat)); ask its owner for the right to write."
    case .sealed(let chat, let reason): "Nothing can be sent to \(Self.named(chat)). \(reason)"
    case .notOwner(let chat): "Only the owner of \(Self.named(chat)) can do this; ask them."
    case .ownChat(let chat):
      "\(Self.named(chat, first: true)) is your own; you cannot leave it, but delete it or stop sharing it."
    case .notSender: "Only who wrote a message can change it."
    case .notAnEmoji(let text): "‘\(text.prefix(20))’ is not one emoji; react with a single one."
    case .linkIsOpen(let chat):
      "The link of \(Self.named(chat)) is open to everyone; close it before you invite people by name."
    case .malformedLink(let link):
      "‘\(link)’ is not an invitation link; one looks like zonechat://join/… ."
    case .unknownLink:
      "This link leads nowhere, or is not for this account; ask for a new invitation."
    case .notInvited: "This chat is for invited people only; ask its owner to invite your account."
    case .unknownAccount(let name): "The cloud has no account ‘\(name)’; check the spelling."
    case .notYetInCloud(let chat):
      "\(Self.named(chat, first: true)) has not reached the cloud yet; try again when you are online."
    case .offline(let reason): "The cloud cannot be reached (\(reason)); try again when it is back."
    case .cloudRefused(let reason): "The cloud refused: \(reason)"
    case .unknownMessage: "The message is not there any more."
    case .ambiguousMessage(let text): "Several messages are called ‘\(text)’; write more of the id."
    case .notMember(let name):
      "‘\(name)’ is not in this chat; ‘zonechat members’ lists who is."
    case .replicaNewer(let path, nil):
      "\(path) was written by a newer ZoneChat; update this one, nothing was changed."
    case .replicaNewer(let path, let earlier?):
      "\(path) was written by a newer ZoneChat; update this one, or go back to the file from before the "
        + "upgrade, \(earlier); nothing was changed."
    case .replicaOfOtherAccount(let path):
      "\(path) belongs to another account; use another profile."
    case .fileUnreadable(let path, let reason):
      "\(path) cannot be read (\(reason)); check the name and the rights of the file."
    case .fileTooLarge(let path):
      "\(path) is too large; a file has at most \(AttachedFile.limitBytes / 1_048_576) MB."
    case .fileExists(let path): "\(path) exists already; choose another place."
    case .fileUnwritable(let path, let reason):
      "\(path) cannot be written (\(reason)); choose another place."
    case .noFile: "The message has no file."
    case .fileNotHere(let name, let reason): "‘\(name)’ is not on this device: \(reason)"
    case .storageFull: "The disk is full; nothing was saved. Free some space and try again."
    case .storageFailed(let path, let reason):
      "\(path) cannot be used (\(reason)); check the disk and the rights of the folder."
    case .storageReadOnly(let path):
      "\(path) cannot be written, so nothing was saved; check the rights of the folder and the disk."
    case .openedForReading(_, isDiskFull: true):
      "The disk was full when this zonechat began, so nothing was saved. Free some space and start it again."
    case .openedForReading(let path, isDiskFull: false):
      "\(path) could not be written when this zonechat began, so nothing was saved; check the rights of "
        + "the folder and the disk, and start it again."
    case .replicaDamaged(let path):
      "\(path) is damaged. " + Self.restore(path)
    case .replicaEmptied(let path):
      "\(path) is empty, and it was not before. " + Self.restore(path)
    case .replicaBusy(let path):
      "Another zonechat writes to \(path) and does not go on; continue it with ‘fg’, or end it."
    case .engineReplaced: "Another zonechat syncs this profile now; try again."
    case .notAFile(let path):
      "\(path) is no ordinary file; move it away, and a new one is made."
    }
  }

  private static func restore(_ path: String) -> String {
    "Restore it from a copy; without one, move ‘\(path)’ and the files whose names begin so to "
      + "another folder: the next command fetches again what the cloud has, and only what was not "
      + "sent is lost."
  }

  /// The chat's name, or “this chat” if it has none; the person has just identified it in another way.
  private static func named(_ chat: String, first: Bool = false) -> String {
    if ChatTitle.isVisible(chat) { return "‘\(chat)’" }
    return first ? "This chat" : "this chat"
  }
}
