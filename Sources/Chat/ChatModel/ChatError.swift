/// The errors of chat operations.
///
/// `description` is one sentence for the person who
/// asked: what happened, to what, and what to do now.
package enum ChatError: Error, Sendable, Equatable {
  case emptyText
  case textTooLong(bytes: Int)
  /// Of an own message whose rest only the cloud has.
  case textNotWhole
  case titleTooLong(characters: Int)
  case unknownChat(String)
  /// A chat that was here, and that somebody still looks at.
  case chatGone
  case ambiguousChat(String, candidates: [String])
  case readOnly(chat: String)
  case sealed(chat: String, reason: String)
  case notOwner(chat: String)
  case ownChat(chat: String)
  case invitesOwner(chat: String)
  case notSender
  case notAnEmoji(String)
  case linkIsOpen(chat: String)
  /// Of somebody who has come by the open link.
  case rightOfLink(member: String)
  case malformedLink(String)
  case unknownLink
  /// `link` is the whole link.
  case linkOfOtherServer(server: String, link: String)
  /// The link names no server, and the cloud of the profile does not know it.
  case linkOfOneMachine
  /// The link leads to a server, and to no chat there.
  case linkWithoutChat
  case plainHTTPLink(host: String)
  case notInvited
  case unknownAccount(String)
  case notYetInCloud(chat: String)
  /// `reason` is a sentence.
  case offline(reason: String)
  case cloudRefused(reason: String)
  case unknownMessage
  /// No message of the chat has an id that begins or ends with the text.
  case noMessage(String, chat: String)
  /// There is nothing that the word `last` could mean.
  case noLastMessage(LastMessage, chat: String)
  case ambiguousMessage(String)
  case notMember(String)
  /// Nobody of that name is or was in a chat of the account, or invites it.
  case unknownPerson(String)
  case notBlocked(String)
  case blocksOneself
  case writesToOneself
  /// Somebody is to be written to whom the account has blocked.
  case writesToBlocked(String)
  /// No account can have the name.
  case malformedAccountName(String)
  /// The chat is made in the cloud with its first message.
  case notBegun(chat: String)
  /// `earlier` is the file from before the upgrade; nil where there is none that this version can open.
  case replicaNewer(path: String, earlier: String?)
  /// A program from before version 0.1.0 has written it.
  case replicaBeforeFirstRelease(path: String)
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
  /// There was one at this place before.
  case replicaMissing(path: String)
  case replicaBusy(path: String)
  case engineReplaced
  /// The task was cancelled before the replica was read or written; this says nothing about the disk.
  case interrupted
  case notAFile(path: String)
  case sealing(SealingProblem)
}

/// What is in the way of a sealed chat.
package enum SealingProblem: Sendable, Equatable {
  /// The account has not made keys yet.
  case noKeys
  /// This device has no keys of its account, and the cloud has a card of the account.
  case keysElsewhere
  /// The account has later keys than this device.
  case keysRenewed
  /// There are as many generations of keys as there can be.
  case noMoreKeys
  /// The keys on this device, or in the keyring, are others than those of the card.
  case otherKeys
  /// Nothing of this kind opens the account's keys: a passphrase, or a recovery code.
  case notSealedUnder(String)
  /// The passphrase, or the recovery code, is another one.
  case wrongSecret(String)
  /// What the cloud keeps of the account's keys is not genuine, or old.
  case badKeyring
  /// Nothing of the chat can be read here, or written, before its keys come.
  case noChatKeys
  /// The file with the account's keys is not what it should be.
  case damagedKeys(path: String)
  /// A person who is to be invited has not made keys yet.
  case noCard(String)
  /// The cloud shows other keys of a person than those that are known.
  case newKeys(String)
  /// What the cloud shows as a person's keys is not genuine, or old.
  case badCard(String)
  case openLink(chat: String)
  /// The cloud takes no file that is so large when it is sealed.
  case fileTooLarge(name: String)
  /// A link leads to a chat whose owner is not the one of the link, or cannot be checked.
  case otherOwner
  /// The link with its owner's keys is not whole.
  case brokenLink
  /// The account has come by a link, and its owner's device has not let it in yet.
  case waitsForOwner
  /// `reason` is a sentence.
  case cannotSeal(reason: String)
}

extension SealingProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noKeys:
      "This account has no keys for sealed chats yet. ‘zonechat account keys make’ makes them."
    case .keysElsewhere:
      "This device does not have the keys of the account. ‘zonechat account keys open’ opens them with the recovery "
        + "code, or with a passphrase of five words or more."
    case .keysRenewed:
      "The keys of this account were renewed on another device. ‘zonechat account keys open’ opens them here, with the "
        + "recovery code or with the passphrase."
    case .noMoreKeys: "The keys of this account were renewed as often as they can be."
    case .otherKeys:
      "The cloud shows other keys of this account than this device has. Do not write in sealed chats before you know "
        + "why."
    case .notSealedUnder(let secret):
      "No \(secret) opens the keys of this account. ‘zonechat account keys’ says what does."
    case .wrongSecret(let secret):
      "This \(secret) does not open the keys of this account. Check what you have typed."
    case .badKeyring:
      "What the cloud keeps of the keys of this account is damaged or old. On a device that has them, ‘zonechat account "
        + "keys code’ seals them anew."
    case .noChatKeys:
      "The owner of this sealed chat has given you no keys of it yet. Ask them to invite you again."
    case .damagedKeys(let path):
      "\(path) does not hold the keys of this account. Put the right file back."
    case .noCard(let name):
      "\(name) has no keys for sealed chats yet, and makes them with ‘zonechat account keys make’. Nothing was changed."
    case .newKeys(let name):
      "\(name) has new keys, or somebody pretends so. Nothing was changed. Ask \(name), by another way than this "
        + "cloud."
    case .badCard(let name):
      "What the cloud shows as the keys of \(name) is not genuine. Nothing was changed."
    case .fileTooLarge(let name):
      "\(name) is too large. A file in a sealed chat has at most 49 MiB."
    case .openLink:
      "Whoever comes by the open link of a sealed chat may write: their keys come with what they write. Invite those "
        + "who shall only read by name."
    case .otherOwner:
      "The cloud shows another chat behind this link than the one that its owner has made. You have not joined it. Ask "
        + "for the link again, by another way than this cloud."
    case .brokenLink:
      "This link is not whole: the keys of its owner are cut or changed. Copy all of it, or ask for it again."
    case .waitsForOwner:
      "You have come by the link. You read and write here as soon as a window of the chat's owner is open and has let "
        + "you in."
    case .cannotSeal(let reason): reason
    }
  }
}

extension ChatError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .emptyText: "The message is empty. Type something first."
    case .textNotWhole:
      "Only the beginning of this message is here, so an edit would lose the rest. Change it with the program that "
        + "wrote it."
    case .textTooLong(let bytes):
      "The message has \(bytes) bytes; at most \(Message.textLimitBytes) fit. Split it into parts."
    case .titleTooLong(let characters):
      "The title is too long (\(characters) characters). Shorten it to at most \(ChatTitle.limit) "
        + "characters and \(ChatTitle.limitBytes) bytes."
    case .unknownChat(let chat):
      "There is no chat ‘\(chat)’. ‘zonechat chats’ lists them; ‘zonechat msg NAME TEXT’ writes to a person."
    case .chatGone: "The chat is not here any more. It was left or deleted."
    case .ambiguousChat(let chat, let candidates):
      "‘\(chat)’ matches several chats: \(candidates.joined(separator: ", ")). Write more of it, or the id."
    case .readOnly(let chat):
      "You may only read in \(Self.named(chat)). Ask its owner for the right to write."
    case .sealed(let chat, let reason): "Nothing can be sent to \(Self.named(chat)). \(reason)"
    case .notOwner(let chat): "Only the owner of \(Self.named(chat)) can do this. Ask them."
    case .ownChat(let chat):
      "You own \(Self.named(chat)), so you cannot leave it. Stop sharing it to be alone in it. To delete it takes it from "
        + "everyone."
    case .invitesOwner(let chat):
      "You own \(Self.named(chat)), so you need no invitation. Nobody was invited."
    case .notSender: "Only the sender of a message can change it."
    case .notAnEmoji(let text): "‘\(text.prefix(20))’ is not one emoji. Use a single one."
    case .linkIsOpen(let chat):
      "The link of \(Self.named(chat)) is open to everyone. Close it before you invite people by "
        + "name."
    case .rightOfLink(let member):
      "\(member) came by the open link, and has the right that the link gives to everyone. Open it with another "
        + "right, or close it and invite people by name."
    case .malformedLink(let text) where !text.contains("://"):
      "‘\(text)’ is no link, and not the title of one invitation that waits for you. A link begins with "
        + "https://SERVER/join/ or zonechat://join/."
    case .malformedLink(let link):
      "‘\(link)’ is not an invitation link. A whole one is https://SERVER/join/ or zonechat://join/ with at least 8 "
        + "letters, digits, - and _ behind it."
    case .unknownLink:
      "This link leads nowhere, or is not for this account. Ask for a new invitation."
    case .linkOfOtherServer(let server, let link):
      "\(Self.otherServer(server)) Open it with: \(Self.command(opening: link))"
    case .linkOfOneMachine:
      "This link names no server: it is for the cloud of the machine on which it was made. Open it there, or ask for a "
        + "link of a server. If it was made here, it leads nowhere any more, or is not for this account: ask for a new "
        + "invitation."
    case .linkWithoutChat:
      "This link leads to a server, and to no chat there. ‘zonechat LINK’ in a terminal opens it. "
        + "To join a chat, ask for the link of the chat."
    case .plainHTTPLink(let host):
      "This link leads to \(host) over plain HTTP, which everybody on the way can read and change. Ask for a link that "
        + "begins with https://."
    case .notInvited: "This chat is for invited people only. Ask its owner to invite your account."
    case .unknownAccount(let name): "The cloud has no account ‘\(name)’. Check the spelling."
    case .notYetInCloud(let chat):
      "\(Self.named(chat, first: true)) has not reached the cloud yet. Try again when you are "
        + "online."
    case .offline(let reason): "The cloud cannot be reached. \(reason) Try again when it is back."
    case .cloudRefused(let reason): "The cloud refused: \(reason)"
    case .unknownMessage: "There is no such message. It may have been removed."
    case .noMessage(let text, let chat):
      "There is no message ‘\(text.prefix(64))’ in \(Self.named(chat)). ‘zonechat read CHAT --ids’ shows "
        + "the ids of its messages."
    case .noLastMessage(.own, let chat): "You have not written anything in \(Self.named(chat)) yet."
    case .noLastMessage(.any, let chat): "There are no messages in \(Self.named(chat)) yet."
    case .noLastMessage(.withFile, let chat): "No message in \(Self.named(chat)) has a file."
    case .ambiguousMessage(let text): "‘\(text)’ matches several messages. Write more of the id."
    case .notMember(let name):
      "‘\(name)’ is not in this chat. ‘zonechat members’ lists its members."
    case .unknownPerson(let name):
      "Nobody called ‘\(name)’ is in your chats or invites you. Write the name of the account, as ‘zonechat members’ "
        + "shows it."
    case .notBlocked(let name):
      "You have not blocked anybody called ‘\(name)’. ‘zonechat blocked’ lists whom you have blocked."
    case .blocksOneself: "You cannot block yourself. Write the name of somebody else."
    case .writesToOneself:
      "This is your own account. Write the name of somebody else, or begin a chat for your notes."
    case .writesToBlocked(let name):
      "You have blocked \(name). Unblock them first, then write again."
    case .malformedAccountName(let name):
      "‘\(name.prefix(40))’ is no name of an account. A name has letters, digits and signs, and no blanks."
    case .notBegun(let chat):
      "\(Self.named(chat, first: true)) begins with its first message. Write it, then try again."
    case .replicaNewer(let path, nil):
      "\(path) was written by a newer ZoneChat. Update this one. Nothing was changed."
    case .replicaNewer(let path, let earlier?):
      "\(path) was written by a newer ZoneChat. Update this one, or keep this file under another name and go back to "
        + "the one from before the upgrade, \(earlier). Nothing was changed."
    case .replicaBeforeFirstRelease(let path):
      "\(path) was written by a ZoneChat from before version 0.1.0: export its chats with the program that wrote it "
        + "(‘zonechat export’), move the file to another place, and start again."
    case .replicaOfOtherAccount(let path):
      "\(path) belongs to another account. Use another profile."
    case .fileUnreadable(let path, let reason):
      "\(path) cannot be read (\(reason)). Check the name and the rights of the file."
    case .fileTooLarge(let path):
      "\(path) is too large. A file has at most \(AttachedFile.limitBytes / 1_048_576) MiB."
    case .fileExists(let path): "\(path) exists already. Choose another place."
    case .fileUnwritable(let path, let reason):
      "\(path) cannot be written (\(reason)). Choose another place."
    case .noFile: "The message has no file."
    case .fileNotHere(let name, let reason): "‘\(name)’ is not on this device: \(reason)"
    case .storageFull: "The disk is full, so nothing was saved. Free some space and try again."
    case .storageFailed(let path, let reason):
      "\(path) cannot be used (\(reason)). Check the disk and the rights of the folder."
    case .storageReadOnly(let path):
      "\(path) cannot be written, so nothing was saved. Check the rights of the folder and the "
        + "disk."
    case .openedForReading(_, isDiskFull: true):
      "The disk was full when this zonechat began, so nothing was saved. Free some space, then start it again."
    case .openedForReading(let path, isDiskFull: false):
      "\(path) could not be written when this zonechat began, so nothing was saved. Check the "
        + "rights of the folder and the disk, then start it again."
    case .replicaDamaged(let path):
      "\(path) is damaged. \(Self.wayOut)"
    case .replicaEmptied(let path):
      "\(path) is empty, and it was not before. \(Self.wayOut)"
    case .replicaMissing(let path):
      "\(path) is missing, and it was here before. Put it back if you have it. Otherwise ‘zonechat doctor --repair’ "
        + "makes a new one and fetches what the cloud has; what was not sent is lost."
    case .replicaBusy(let path):
      "Another zonechat writes to \(path) and does not finish. Continue it with ‘fg’, or end it."
    case .engineReplaced: "Another zonechat syncs this profile now. Try again."
    case .interrupted: "This was stopped before it was done. Try again."
    case .notAFile(let path):
      "\(path) is not an ordinary file. Move it to another place and keep it. ZoneChat then makes a new file."
    case .sealing(let problem): problem.description
    }
  }

  /// The reason against a link of a server that the profile does not use.
  package static func otherServer(_ name: String) -> String {
    "This link is of the server \(name), which this profile does not use."
  }

  /// The command that finds the profile for the link of a server, or makes one.
  ///
  /// No link has a quote, and a shell reads the brackets of an IPv6 address.
  package static func command(opening link: String) -> String { "zonechat '\(link)'" }

  private static var wayOut: String {
    "‘zonechat doctor --repair’ keeps what can be read of it, and fetches the rest from the cloud."
  }

  /// The chat's name, or “this chat” if it has none; the person has just identified it in another way.
  private static func named(_ chat: String, first: Bool = false) -> String {
    if ChatTitle.isVisible(chat) { return "‘\(chat)’" }
    return first ? "This chat" : "this chat"
  }
}
