import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct CloudLimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "Show and set quotas, throttling and other limits.",
    discussion: """
      Without options this shows the limits. The cloud stores them.

      EXAMPLES
        zonechat cloud limits --account bob --quota 1000000
        zonechat cloud limits --throttle 10 --burst 50
        zonechat cloud limits --sign-up closed
        zonechat cloud limits --index-lag-ms 3000 --query-delay-ms 1000
      """)

  @OptionGroup var administration: AdministrationOptions

  @Option(help: "Set the quota of this account only.") var account: String?
  @Option(
    help: ArgumentHelp(
      "Bytes that an owner may store in a container, ‘none’ for no limit, or ‘default’.",
      valueName: "bytes"))
  var quota: String?
  @Option(
    help: ArgumentHelp(
      "Requests a second for each account; 0 means no limit.", valueName: "rate"))
  var throttle: Double?
  @Option(help: "Requests at once after a pause; needs --throttle.") var burst: Int?
  @Option(help: "Simultaneous writes to one zone; others get ZONE_BUSY.") var zoneWriters: Int?
  @Option(help: "Custom zones for each user in a container.") var zonesPerUser: Int?
  @Option(
    help: ArgumentHelp(
      "Bytes that all users may store in a container's public database.", valueName: "bytes"))
  var publicQuota: Int64?
  @Option(
    help: ArgumentHelp(
      "Who may make an account over TCP: open (everybody), invitation (who has one) or closed.",
      valueName: "policy"))
  var signUp: SignUpPolicy?
  @Option(
    help: ArgumentHelp(
      "New accounts an hour from one address over TCP; 0 allows none.",
      valueName: "count"))
  var signUpsPerHour: Int?
  @Option(
    help: ArgumentHelp(
      "Invitations for new people that a member may have open at once; 0 means that only the administrator invites.",
      valueName: "count"))
  var membersInvite: Int?
  @Option(
    help: ArgumentHelp("People that an account may look up in an hour.", valueName: "count"))
  var lookupsPerHour: Int?
  @Option(
    name: .customLong("index-lag-ms"),
    help: ArgumentHelp("Milliseconds until queries find a saved record.", valueName: "ms"))
  var indexLag: Int64?
  @Option(
    name: .customLong("query-delay-ms"),
    help: ArgumentHelp("Milliseconds that each query waits.", valueName: "ms"))
  var queryDelay: Int64?
  @Option(
    help: ArgumentHelp(
      "Seconds after which a change makes the tokens before it expire; 0 is never.",
      valueName: "seconds"))
  var tokenLifetime: Int64?

  func validate() throws {
    if let quota, Int64(quota) == nil, !["none", "default"].contains(quota) {
      throw ValidationError("--quota must be a number of bytes, ‘none’ or ‘default’.")
    }
    if quota == "default", account == nil {
      throw ValidationError("--quota default needs --account.")
    }
    if account != nil, quota == nil { throw ValidationError("--account needs --quota.") }
    if burst != nil, throttle == nil { throw ValidationError("--burst needs --throttle.") }
    if throttle?.isFinite == false { throw ValidationError("--throttle must be a number.") }
  }

  func run() async throws {
    let change = change
    let isChange = change != CloudLimitChanges()
    let (limits, names) = try await administration.ask { administration in
      let limits =
        isChange
        ? try await administration.changeLimits(change) : try await administration.limits()
      return (limits, try await Self.names(of: limits.accountQuotaBytes.keys, administration))
    }
    try sayWhatDoesNotLast(change)
    if administration.options.json {
      try Output.json(limits)
      return
    }
    try Output.line("quota           \(Self.bytes(limits.quotaBytes))")
    for (user, bytes) in limits.accountQuotaBytes.sorted(by: { $0.key < $1.key }) {
      try Output.line("  of \(Output.harmless(names[user] ?? user))  \(Self.bytes(bytes))")
    }
    try Output.line("public quota    \(Self.bytes(limits.publicQuotaBytes))")
    let rate = limits.throttle.map { "\($0.perSecond) requests a second, \($0.burst) at once" }
    try Output.line("throttle        \(rate ?? "off")")
    try Output.line("zone writers    \(limits.zoneWriters)")
    try Output.line("zones per user  \(limits.zonesPerUser)")
    try Output.line("sign-up         \(limits.signUp.rawValue)")
    try Output.line("sign-ups        \(limits.signUpsPerHour) an hour from one address")
    try Output.line(
      "invitations     "
        + (limits.membersInvite == 0
          ? "by the administrator" : "\(limits.membersInvite) open for each member"))
    try Output.line("look-ups        \(limits.lookupsPerHour) an hour by one account")
    try Output.line("index lag       \(limits.indexLagMilliseconds) ms")
    try Output.line("query delay     \(limits.queryDelayMilliseconds) ms")
    let idle = limits.sessionIdleSeconds
    try Output.line(
      "session idle    "
        + (idle == 0 ? "no end" : idle % 86_400 == 0 ? "\(idle / 86_400) days" : "\(idle) s"))
    let lifetime = limits.tokenLifetimeSeconds
    try Output.line("token lifetime  \(lifetime == 0 ? "no end" : "\(lifetime) s")")
  }

  /// Names what the server file sets again at each start.
  private func sayWhatDoesNotLast(_ change: CloudLimitChanges) throws {
    let keys = [
      change.quotaBytes != nil && change.account == nil ? "quota" : nil,
      change.signUp != nil ? "sign-up" : nil,
      change.membersInvite != nil ? "members-invite" : nil,
    ].compactMap(\.self)
    guard !keys.isEmpty, let file = try administration.serverFile() else { return }
    Output.note(
      "This holds until the server starts again, which then sets it from its file. Change "
        + "\(keys.joined(separator: ", ")) in \(file) too.")
  }

  /// The accounts' names, by their user record names.
  private static func names(
    of users: some Sequence<String>, _ administration: CloudAdministration
  ) async throws -> [String: String] {
    var names: [String: String] = [:]
    for user in users {
      let found = try await administration.inspect(.accounts, options: [("account", user)])
      if case .text(let name)? = found.rows.first?["name"] { names[user] = name }
    }
    return names
  }

  private var change: CloudLimitChanges {
    var change = CloudLimitChanges(
      account: account,
      quotaBytes: quota == "none"
        ? CloudLimitSettings.unlimitedBytes : quota.flatMap { Int64($0) },
      resetsQuota: quota == "default" ? true : nil,
      zoneWriters: zoneWriters, zonesPerUser: zonesPerUser, signUpsPerHour: signUpsPerHour,
      lookupsPerHour: lookupsPerHour,
      publicQuotaBytes: publicQuota, indexLagMilliseconds: indexLag,
      queryDelayMilliseconds: queryDelay, tokenLifetimeSeconds: tokenLifetime, signUp: signUp,
      membersInvite: membersInvite)
    if let throttle { change.setThrottle(perSecond: throttle, burst: burst) }
    return change
  }

  private static func bytes(_ count: Int64) -> String {
    count == CloudLimitSettings.unlimitedBytes ? "any amount" : "\(count) bytes"
  }
}

extension SignUpPolicy: ExpressibleByArgument {}
