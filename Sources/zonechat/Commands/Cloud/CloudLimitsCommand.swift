import ArgumentParser
import CloudClient
import CloudModel

struct CloudLimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "Show and set quotas, throttling and other limits.",
    discussion: """
      Without options it shows them. They are kept with the cloud.

      EXAMPLES
        zonechat cloud limits --account bob --quota 1000000
        zonechat cloud limits --throttle 10 --burst 50
        zonechat cloud limits --sign-ups-per-hour 0
      """)

  @OptionGroup var administration: AdministrationOptions

  @Option(help: "Whose quota is set; everybody's without.") var account: String?
  @Option(
    help: ArgumentHelp(
      "What an owner may store in a container. ‘none’ is any amount, ‘default’ everybody's quota.",
      valueName: "bytes"))
  var quota: String?
  @Option(
    help: ArgumentHelp(
      "Requests a second that each account may ask; 0 is any number.", valueName: "rate"))
  var throttle: Double?
  @Option(help: "Requests at once after a pause, with --throttle.") var burst: Int?
  @Option(help: "Writes under way to one zone; the rest gets ZONE_BUSY.") var zoneWriters: Int?
  @Option(help: "Custom zones of a user in a container.") var zonesPerUser: Int?
  @Option(
    help: ArgumentHelp(
      "What everybody together may store in a container's public database.", valueName: "bytes"))
  var publicQuota: Int64?
  @Option(
    help: ArgumentHelp(
      "Accounts made from one address in an hour over TCP; 0 lets nobody sign up there.",
      valueName: "count"))
  var signUpsPerHour: Int?
  @Option(
    help: ArgumentHelp("People whom an account may look up in an hour.", valueName: "count"))
  var lookupsPerHour: Int?

  func validate() throws {
    if let quota, Int64(quota) == nil, !["none", "default"].contains(quota) {
      throw ValidationError("--quota must be a number of bytes, ‘none’ or ‘default’.")
    }
    if quota == "default", account == nil {
      throw ValidationError("--quota default needs --account.")
    }
    if account != nil, quota == nil { throw ValidationError("--account needs --quota.") }
    if burst != nil, throttle == nil { throw ValidationError("--burst needs --throttle.") }
  }

  func run() async throws {
    let isChange =
      quota != nil || throttle != nil || zoneWriters != nil || zonesPerUser != nil
      || signUpsPerHour != nil || lookupsPerHour != nil || publicQuota != nil
    let change = change
    let limits = try await administration.ask { administration in
      isChange
        ? try await administration.changeLimits(change) : try await administration.limits()
    }
    if administration.options.json {
      try Output.json(limits)
      return
    }
    Output.line("quota           \(Self.bytes(limits.quotaBytes))")
    for (user, bytes) in limits.accountQuotaBytes.sorted(by: { $0.key < $1.key }) {
      Output.line("  of \(Output.harmless(user))  \(Self.bytes(bytes))")
    }
    Output.line("public quota    \(Self.bytes(limits.publicQuotaBytes))")
    let rate = limits.throttle.map { "\($0.perSecond) requests a second, \($0.burst) at once" }
    Output.line("throttle        \(rate ?? "off")")
    Output.line("zone writers    \(limits.zoneWriters)")
    Output.line("zones per user  \(limits.zonesPerUser)")
    Output.line("sign-ups        \(limits.signUpsPerHour) an hour from one address")
    Output.line("look-ups        \(limits.lookupsPerHour) an hour by one account")
  }

  private var change: LimitsChangeRequest {
    LimitsChangeRequest(
      account: account,
      quotaBytes: quota == "none"
        ? CloudLimitSettings.unlimitedBytes : quota.flatMap { Int64($0) },
      resetsQuota: quota == "default" ? true : nil,
      throttle: throttle.flatMap { rate in
        rate == 0 ? nil : RequestRate(perSecond: rate, burst: burst ?? max(1, Int(rate)))
      },
      endsThrottle: throttle == 0 ? true : nil, zoneWriters: zoneWriters,
      zonesPerUser: zonesPerUser, signUpsPerHour: signUpsPerHour, lookupsPerHour: lookupsPerHour,
      publicQuotaBytes: publicQuota)
  }

  private static func bytes(_ count: Int64) -> String {
    count == CloudLimitSettings.unlimitedBytes ? "any amount" : "\(count) bytes"
  }
}
