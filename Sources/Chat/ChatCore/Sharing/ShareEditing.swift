import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Reading and changing a chat's one share.
extension ChatSharing {
  /// The number of times that an edit is tried again if another device has edited the share meanwhile.
  static let conflictLimit = 5

  /// The time to wait for a new chat to reach the cloud before the person is told to try again.
  private static let patience = Duration.seconds(10)

  func ownChat(_ chatID: ChatID) async throws(ChatError) -> StoredChat {
    let user = replica.account.userRecordName
    return try await replica.read { db in
      let chat = try StoredChat.fetch(db, id: chatID)
      switch chat.access(for: user) {
      case .owner: return chat
      case .readWrite, .readOnly: throw ChatError.notOwner(chat: chat.name)
      case .sealed(let reason): throw ChatError.sealed(chat: chat.name, reason: reason)
      }
    }
  }

  /// The account of this name or address; an address that no account has can be invited as it is.
  func identity(ofAccount name: String) async throws(ChatError) -> UserIdentity {
    do throws(CloudError) {
      return try await container.userIdentity(forAccountName: name)
    } catch {
      if error.code == .unknownItem, name.contains("@") {
        return UserIdentity(userRecordName: nil, lookupName: name)
      }
      throw error.code == .unknownItem ? .unknownAccount(name) : ChatError(sharing: error)
    }
  }

  /// The share as the cloud has it; for a new chat, as soon as the engine has uploaded it.
  ///
  /// Throws `notYetInCloud` if no engine is going to upload the chat, or if the upload takes too
  /// long.
  func fetchShare(of chat: StoredChat) async throws(ChatError) -> CloudRecord {
    guard chat.hasBegun else { throw .notBegun(chat: chat.name) }
    try await waitForUpload(of: chat)
    let shareID = RecordID.zoneWideShare(in: chat.zoneID)
    do throws(CloudError) {
      let found = try await container.database(with: .private)
        .records(for: [shareID], desiredKeys: nil)
      guard let share = try found[shareID]?.get() else { throw CloudError(.unknownItem, "") }
      return share
    } catch {
      switch error.code {
      case .unknownItem, .zoneNotFound: throw .notYetInCloud(chat: chat.name)
      default: throw ChatError(sharing: error)
      }
    }
  }

  /// Waits while the engine uploads a new chat, at most for `patience`.
  private func waitForUpload(of chat: StoredChat) async throws(ChatError) {
    var upload = try await replica.read { db in try ShareUpload(db, of: chat) }
    if upload == .underWay { upload = try await finishedUpload(of: chat) }
    switch upload {
    case .done: return
    case .failed(let reason): throw .cloudRefused(reason: reason)
    case .underWay, .stalled: throw .notYetInCloud(chat: chat.name)
    }
  }

  private func finishedUpload(of chat: StoredChat) async throws(ChatError) -> ShareUpload {
    let steps = replica.observe(.chat, .outbox, .wait, .connection) { db in
      try ShareUpload(db, of: chat)
    }
    do {
      return try await withThrowingTaskGroup(of: ShareUpload.self) { group in
        group.addTask { try await steps.first { $0 != .underWay } ?? .stalled }
        group.addTask {
          try await clock.sleep(for: Self.patience)
          return .stalled
        }
        defer { group.cancelAll() }
        return try await group.next() ?? .stalled
      }
    } catch {
      throw ChatError(storage: error, path: replica.path)
    }
  }

  /// Applies `edit` to the cloud's newest share; tries again if another edit was faster, up to
  /// `conflictLimit`.
  ///
  /// The edit also gives the share the chat's present name as its title, which invitations show; that of a sealed chat
  /// stays without. `listing` changes the list of members of a sealed chat, in the same batch.
  func editShare(
    of chat: StoredChat, listing members: MembershipEdit = MembershipEdit(),
    _ edit: (inout Share) throws(ChatError) -> Void
  ) async throws(ChatError) -> InvitationLink {
    var record = try await fetchShare(of: chat)
    var membership = chat.isSealed ? SealedMembership(self, chat, members) : nil
    for _ in 0..<Self.conflictLimit {
      let before = record
      var share = record.share ?? Share()
      try edit(&share)
      record.share = share
      if ChatTitle.isVisible(chat.name), !chat.isSealed {
        record[Share.titleKey] = .string(chat.name)
        record.clear(Share.typeKey)
      } else if record[Share.typeKey] == nil || Self.isForOthers(share, before: before.share) {
        record.clear(Share.titleKey)
        record.clear(Share.typeKey)
      }
      let statement = try await membership?.statement(beside: share)
      guard record != before || statement != nil else {
        return try await take(record, of: chat)
      }
      let saved: CloudRecord
      do throws(CloudError) {
        saved = try await save(record, with: statement)
      } catch {
        switch error.code {
        case .serverRecordChanged, .batchRequestFailed, .networkFailure, .serverResponseLost:
          // Another edit was faster, or this one was saved and its answer was lost; the cloud's
          // copy shows which.
          record = try await fetchShare(of: chat)
          continue
        default:
          throw ChatError(sharing: error)
        }
      }
      if let statement { try await replica.keep([statement], in: chat.zoneID) }
      return try await take(saved, of: chat)
    }
    throw .cloudRefused(reason: "Others are changing the members at the moment. Try again.")
  }

  /// Whether an edit lets in somebody for whom the first words of a chat of two are not meant.
  private static func isForOthers(_ share: Share, before: Share?) -> Bool {
    share.publicPermission != .none
      || share.participants.count > before?.participants.count ?? 0
  }

  private func save(
    _ share: CloudRecord, with statement: CloudRecord?
  ) async throws(CloudError) -> CloudRecord {
    let results = try await container.database(with: .private).modifyRecords(
      saving: [share] + (statement.map { [$0] } ?? []), deleting: [],
      savePolicy: .ifServerRecordUnchanged, atomically: true
    ).saveResults
    guard let saved = results[share.recordID] else {
      throw CloudError(.serverResponseLost, "The cloud's answer was incomplete.")
    }
    return try saved.get()
  }

  /// Takes over a share that was just saved, without waiting for the feed to bring it.
  private func take(
    _ saved: CloudRecord, of chat: StoredChat
  ) async throws(ChatError) -> InvitationLink {
    try await replica.change(chat.zoneID) { transaction in
      let share = saved.share ?? Share()
      try transaction.takeMembers(of: share, saved)
      transaction.chat.publicPermission = share.publicPermission
      transaction.chat.shortGUID = share.shortGUID
      // The zone is marked for a fetch, because an older copy of the share may be on its way at this moment.
      transaction.chat.hasChanges += 1
    }
    return try await link(to: saved, of: chat)
  }

  func link(to share: CloudRecord, of chat: StoredChat) async throws(ChatError) -> InvitationLink {
    guard let shortGUID = share.share?.shortGUID else { throw .notYetInCloud(chat: chat.name) }
    var link = InvitationLink(shortGUID: shortGUID, title: chat.name, server: server)
    if chat.isSealed { link.invitation = try await invitation(to: chat) }
    return link
  }
}

extension ChatError {
  /// The cloud's error in words for a person who shares a chat.
  init(sharing error: CloudError) {
    switch error.code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .serverResponseLost,
      .requestRateLimited, .zoneBusy, .notAuthenticated, .accountTemporarilyUnavailable:
      self = .offline(reason: error.clause + ".")
    default:
      self = .cloudRefused(reason: error.reason)
    }
  }

  /// The cloud's error in words for a person who follows a link.
  init(joining error: CloudError, by link: InvitationLink) {
    switch error.code {
    case .unknownItem, .zoneNotFound, .invalidArguments:
      self = link.server == nil ? .linkOfOneMachine : .unknownLink
    case .permissionFailure, .participantMayNeedVerification: self = .notInvited
    default: self = ChatError(sharing: error)
    }
  }
}
