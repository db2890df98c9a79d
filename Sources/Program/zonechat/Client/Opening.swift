import ChatCore
import ChatModel
import CloudClient
import CloudModel
import CloudStorage
import CommandSupport
import Foundation

/// What a window begins with: who is signed in, and the chat or the invitation to show.
struct Opening: Sendable {
  /// With the profile that is signed in.
  var options: GlobalOptions
  /// The chat that was named; nil for none, and for a link.
  var chat: String?
  /// The invitation that a link leads to.
  var invitation: InvitationLink?
  /// What was done so that somebody is signed in; nil if somebody was.
  var entered: Entered?

  /// Whether the account is new and has nothing to show.
  var isFirst: Bool { entered == .signedUp && chat == nil && invitation == nil }

  /// Follows a link to a profile, asks which of several is opened, and who opens the client for the first time.
  ///
  /// - Parameters:
  ///   - text: a link, the address of a server or the name of a chat; nil for none.
  ///   - options: of the command.
  ///   - choosesAgain: whether to ask which profile is opened although one is always opened.
  ///   - questions: who answers.
  /// - Returns: nil if the person has left.
  /// - Throws: why a link cannot be opened; nothing was made then.
  @MainActor static func of(
    _ text: String?, _ options: GlobalOptions, choosesAgain: Bool,
    asking questions: some ArrivalQuestions
  ) async throws -> Opening? {
    let opening = try await find(text, options, choosesAgain: choosesAgain, asking: questions)
    if let opening { ProfileChoice.noteOpened(opening.options.profile) }
    return opening
  }

  @MainActor private static func find(
    _ text: String?, _ options: GlobalOptions, choosesAgain: Bool,
    asking questions: some ArrivalQuestions
  ) async throws -> Opening? {
    // What is no link names a chat. A link that is wrong is no name: an account for it would be one in a cloud of this
    // machine.
    let isLink = text?.prefixMatch(of: /(zonechat|https?):\/\//) != nil
    let target = isLink ? try text.map { try Arrival.Target(parsing: $0) } : nil
    if case .server(let link) = target {
      guard let opened = try await Arrival.open(link, options, asking: questions) else {
        return nil
      }
      var opening = Opening(options: opened.options, entered: opened.entered)
      if opened.link.shortGUID != nil {
        opening.invitation = try InvitationLink(parsing: opened.link.description)
      }
      return opening
    }
    var options = options
    if text == nil {
      let chosen = try await ProfileChoice.options(
        options, isAskedAgain: choosesAgain, asking: questions)
      guard let chosen else { return nil }
      options = chosen
    }
    var opening = Opening(options: options)
    if case .machine(let link) = target { opening.invitation = link } else { opening.chat = text }
    let paths = Paths(environment: Live.environment)
    if try Profile(name: options.profile, paths: paths).signIn() == nil {
      if let link = opening.invitation { try await check(link, options, paths) }
      switch try await questions.enter(nil, options) {
      case nil: return nil
      case .entered(let entered): opening.entered = entered
      case .otherLink(let link):
        return try await find(link, options, choosesAgain: choosesAgain, asking: questions)
      }
    }
    return opening
  }

  /// Throws `.linkOfOneMachine` where the cloud of the options does not know a link; a cloud that is not there yet is
  /// not made for the question.
  private static func check(
    _ link: InvitationLink, _ options: GlobalOptions, _ paths: Paths
  ) async throws {
    let cloud = CloudChoice(option: options.cloud, paths: paths)
    guard cloud.remembered != nil || StoreLocation.directory(paths.cloud.path).hasStore else {
      throw ChatError.linkOfOneMachine
    }
    try cloud.ensureRunning()
    try await CloudConnection.with(
      try cloud.address(), trust: options.trust(nil), now: Live.now
    ) { connection in
      do throws(CloudError) {
        _ = try await CloudAdministration(connection: connection).link(link.shortGUID)
      } catch {
        guard error.code == .unknownItem else { throw error }
        throw ChatError.linkOfOneMachine
      }
    }
  }
}
