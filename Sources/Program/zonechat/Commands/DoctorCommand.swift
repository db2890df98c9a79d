import ArgumentParser
import ChatStore
import CloudClient
import CloudModel
import CloudSync
import CloudWire
import CommandSupport
import Foundation
import TerminalUI

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this profile and its cloud, and repair what can be repaired.",
    discussion: """
      Checks whether the profile can be written, the local copy of the chats with everything in it, the way to the \
      cloud, and whether the cloud accepts the account's keys. Without --repair nothing is changed. Exit code 1 means \
      that something is wrong.

      --repair moves a damaged local copy into the folder ‘damaged’ of the profile, keeps what can be read of it, \
      above all what was not sent, and fetches the rest from the cloud. Where the local copy is missing and was here \
      before, it makes a new one.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(
    name: .long, help: "Keep a damaged local copy aside, and make a new one of what can be read.")
  var repair = false

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let signIn = try profile.requireSignIn()
    try say(.init("account", isSound: true, "\(signIn.credentials.name) is signed in"))
    let obstacle = profile.writeObstacle()
    try say(
      .init(
        "disk", isSound: obstacle == nil, obstacle ?? "\(profile.directory.path) can be written"))
    let copy = try checkCopy(of: profile)
    let cloud = try CloudChoice(of: profile, signIn, options, paths: paths)
    let isReached = try await checkCloud(cloud, signIn)
    guard let copy else {
      throw Failure("The local copy cannot be checked now. Nothing was changed.")
    }
    guard let wayOut = copy.wayOut else {
      // These are nothing that a repair could help.
      guard isReached, obstacle == nil else { throw ExitCode(Failure.Code.failed.rawValue) }
      return
    }
    guard repair else { throw Failure(wayOut) }
    let repair = try await profile.repairReplica(now: Live.now())
    try report(repair)
    let status = try await Session.with(options) { try await $0.syncOnce(limit: .seconds(60)) }
    let isWhole = repair.found?.isWhole ?? false
    Output.note(
      status != .upToDate
        ? "Not everything is fetched yet. ‘zonechat sync’ goes on."
        : isWhole ? "Everything is fetched and sent." : "All that was kept is fetched and sent.")
    // Whoever asks whether all is well now wants to know of the rest too.
    guard isWhole, isReached, obstacle == nil else {
      throw ExitCode(Failure.Code.failed.rawValue)
    }
  }

  /// Says what a check of the local copy finds; nil if it cannot be checked now.
  private func checkCopy(of profile: Profile) throws -> Profile.CopyState? {
    let place = profile.replica.path
    let state: Profile.CopyState
    do throws(Failure) { state = try profile.checkReplica() } catch {
      try say(.init("local copy", isSound: false, error.message))
      return nil
    }
    let words =
      switch state {
      case .none: "there is none yet; the next command makes it"
      case .sound: "\(place) is sound"
      case .damaged(let problem): "\(place) is damaged: \(problem)"
      case .missing: "\(place) is missing; there was a copy here before"
      }
    try say(.init("local copy", isSound: state.wayOut == nil, words))
    return state
  }

  /// Whether the cloud answers, has this machine's time, and accepts the keys.
  private func checkCloud(_ cloud: CloudChoice, _ signIn: Profile.SignIn) async throws -> Bool {
    do {
      try cloud.ensureRunning()
      let address = try cloud.address()
      let trust = options.trust(signIn.authority)
      return try await CloudConnection.with(address, trust: trust, now: Live.now) { connection in
        let status = try await CloudAdministration(connection: connection).status()
        let warning =
          address.isReadableOnTheWay
          ? "; it is plain HTTP, which everybody on the way can read" : ""
        try say(
          .init(
            "cloud", isSound: true, "\(address) answers, version \(status.version)\(warning)"))
        var isSound = true
        if let trouble = await ServerSight.clockTrouble(of: address, now: Live.now) {
          isSound = false
          try say(.init("clock", isSound: false, trouble))
        }
        return try await checkKeys(signIn, connection) && isSound
      }
    } catch let error as CloudError {
      try say(.init("cloud", isSound: false, error.clause))
    } catch let error as Failure {
      try say(.init("cloud", isSound: false, error.message))
    }
    return false
  }

  private func checkKeys(
    _ signIn: Profile.SignIn, _ connection: CloudConnection
  ) async throws -> Bool {
    let container = HTTPCloudContainer(
      connection: connection, credentials: signIn.credentials, clientID: signIn.deviceID,
      advice: "Sign in again with ‘zonechat account sign-in’.",
      knownCloudID: { signIn.cloudID })
    let name = signIn.credentials.name
    let refusal: CloudError?
    do throws(CloudError) {
      _ = try await container.currentUserIdentity()
      refusal = nil
    } catch {
      refusal = error
    }
    let state = refusal.map { "the keys of \(name) are refused: \($0.reason)" }
    try say(
      .init("keys", isSound: refusal == nil, state ?? "the cloud accepts the keys of \(name)"))
    return refusal == nil
  }

  private func report(_ repair: Profile.Repair) throws {
    guard let setAside = repair.setAside else {
      return try say(
        .init(
          "repair", isSound: false,
          "A new local copy is made. What was not sent is lost with the earlier one; the rest is fetched again."
        ))
    }
    let files = DisplayText.count(repair.savedFiles, "file")
    let beside = repair.savedFiles == 0 ? "" : ", with \(files) of unsent messages"
    let place = "The damaged files are in \(setAside.path)\(beside)."
    guard let found = repair.found else {
      return try say(
        .init(
          "repair", isSound: false,
          "Nothing could be read, so what was not sent is lost here; the rest is fetched again. \(place)"
        ))
    }
    let kept =
      "Kept \(DisplayText.count(found.chats, "chat")), \(DisplayText.count(found.messages, "message")) and "
      + "\(DisplayText.count(found.unsent, "unsent change"))."
    let rows =
      found.incomplete.isEmpty
      ? "Every row could be read."
      : "Not every row could be read (\(found.incomplete.joined(separator: ", ")))."
    let lost =
      switch found.extent {
      case .all: rows
      case .logUntilDamage: "\(rows) What stood in the log behind its damage is lost."
      case .onlyLog: "Only the log of the file could be read; what else was not sent is lost."
      }
    let texts = setAside.appendingPathComponent(Profile.textsName).path
    let missed =
      found.lost == 0
      ? ""
      : " \(DisplayText.count(found.lost, "unsent change")) could not be kept"
        + (found.lostTexts.isEmpty ? "." : "; the texts are in \(texts).")
    try say(.init("repair", isSound: found.isWhole, "\(kept) \(lost)\(missed) \(place)"))
  }

  private func say(_ check: CheckJSON) throws {
    if options.json { return try Output.json(check) }
    let mark = check.isSound ? "ok   " : "WRONG"
    try Output.line("\(mark) \(check.name.padded(to: 10))  \(Output.harmless(check.text))")
  }
}

extension ReplicaSalvage.Found {
  /// Whether nothing that was not sent is lost, as far as anybody can know.
  fileprivate var isWhole: Bool { lost == 0 && extent == .all }
}

extension Profile.CopyState {
  /// Sentences that say what is wrong and what to do; nil if nothing is wrong.
  fileprivate var wayOut: String? {
    switch self {
    case .none, .sound: nil
    case .damaged:
      "The local copy is damaged. ‘zonechat doctor --repair’ keeps what can be read and fetches the rest."
    case .missing:
      "The local copy is missing. Put it back if you have it. Otherwise ‘zonechat doctor --repair’ makes a new one and "
        + "fetches what the cloud has; what was not sent is lost."
    }
  }
}

/// Something that was checked, as `--json` prints it.
private struct CheckJSON: Encodable {
  /// `account`, `disk`, `local copy`, `cloud`, `keys` or `repair`.
  var name: String
  var isSound: Bool
  var text: String

  init(_ name: String, isSound: Bool, _ text: String) {
    (self.name, self.isSound, self.text) = (name, isSound, text)
  }
}
