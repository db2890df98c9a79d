import CloudModel

extension DeviceAction {
  /// The chat that it is about; for one that is made, its title; empty where only a link says it.
  package var chat: String {
    switch self {
    case .create(let chat), .rename(let chat, _), .invite(_, let chat, _), .openLink(let chat, _),
      .accept(let chat), .decline(let chat), .send(_, let chat, _), .attach(_, _, let chat),
      .download(_, let chat), .edit(_, let chat, _), .delete(_, let chat),
      .react(_, _, let chat, _), .pin(_, let chat, _), .read(let chat), .retry(_, let chat),
      .drop(_, let chat), .permit(_, let chat, _), .remove(_, let chat), .stopSharing(let chat),
      .leave(let chat), .deleteChat(let chat), .uploadAgain(let chat), .plant(_, let chat),
      .search(_, let chat, _), .set(_, let chat):
      chat
    case .join: ""
    }
  }

  /// The message that there must be for it.
  package var message: String? {
    switch self {
    case .download(let message, _), .edit(let message, _, _), .delete(let message, _),
      .react(_, let message, _, _), .pin(let message, _, _), .retry(let message, _),
      .drop(let message, _):
      message
    case .send(_, _, let answered): answered
    case .create, .rename, .invite, .openLink, .accept, .decline, .attach, .read, .permit, .remove,
      .stopSharing, .leave, .deleteChat, .uploadAgain, .plant, .join, .search, .set:
      nil
    }
  }
}

extension WorldEvent {
  /// The chat that it is about.
  package var chat: String? {
    switch self {
    case .purge(let chat), .resetEncryption(let chat), .expireZoneTokens(let chat): chat
    case .fault(let fault): fault.filter.zone
    case .advance, .endFault, .expireDatabaseTokens, .throttle: nil
    }
  }
}
