import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation
import Processes
import Scenarios

/// Plays a scenario with a process for each device, a cloud in a process of its own, and sockets between them.
actor ProcessStage: ScenarioStage {
  /// Our choice: nothing is under way if nothing happens for so long, and every device says that it is at rest.
  private static let stillness: Duration = .milliseconds(150)
  /// The same where a device waits for something.
  private static let longStillness: Duration = .seconds(1)
  private static let pause: Duration = .milliseconds(25)

  private let scenario: Scenario
  /// The commands that play people in the place of ZoneChat, by the names of the people.
  private let programs: [String: String]
  /// The home of the devices' profiles and of the sockets.
  nonisolated let home: TemporaryHome
  private let cloud: LineProcess
  private let connection: CloudConnection
  private var devices: [DeviceName: ProcessDevice] = [:]
  /// The devices by the names that the cloud has for them.
  private var clients: [String: DeviceName] = [:]
  /// The requests that were read, and the number after which to ask for more.
  private var seen: [ScenarioTraffic] = []
  private var next: Int64 = 0
  private let start = Live.now()
  /// The owners of zones that were made.
  private var owners: [String: String] = [:]

  private var administration: CloudAdministration { CloudAdministration(connection: connection) }

  private init(
    _ scenario: Scenario, _ programs: [String: String], _ home: TemporaryHome,
    _ cloud: LineProcess, _ connection: CloudConnection
  ) {
    self.scenario = scenario
    self.programs = programs
    self.home = home
    self.cloud = cloud
    self.connection = connection
  }

  /// Runs `body` with a stage, and removes everything of it afterwards.
  ///
  /// `programs` has the commands that play people in the place of ZoneChat, by the names of the people.
  static func with<Success: Sendable>(
    _ scenario: Scenario, programs: [String: String] = [:],
    _ body: (ProcessStage) async throws -> Success
  ) async throws -> Success {
    guard scenario.noise == nil, !scenario.steps.contains(where: { $0.time != nil }) else {
      throw StageFailure(
        "A scenario with ‘noise’ or ‘at’ needs the virtual clock. Run it without --processes.")
    }
    let home = try TemporaryHome()
    defer { home.tearDown() }
    let socket = home.folder.appendingPathComponent("cloud.sock").path
    let ready = home.folder.appendingPathComponent("ready").path
    // A cloud that is killed leaves its assets where they are removed with the home.
    let place = ["TMPDIR": home.folder.path]
    let cloud = try LineProcess(
      [
        try home.shell.executable(), "cloud", "serve", "--ephemeral", "--socket", socket,
        "--ready-file", ready, "--exit-with-parent",
      ], environment: home.shell.environment.merging(place) { $1 },
      errors: home.folder.appendingPathComponent("cloud.log").path)
    defer { cloud.end(with: SIGTERM) }
    try await until("The cloud of the scenario has not started within 30 s.") {
      FileManager.default.fileExists(atPath: ready)
    }
    return try await CloudConnection.with(try CloudAddress("unix:" + socket)) { connection in
      let players = ProcessStage(scenario, programs, home, cloud, connection)
      do {
        try await players.open(cloudAt: socket)
        let result = try await body(players)
        await players.close()
        return result
      } catch {
        await players.close()
        throw error
      }
    }
  }

  private static func until(
    _ failure: String, _ isTrue: () async throws -> Bool
  ) async throws {
    let end = Live.clock.now + .seconds(30)
    while try await !isTrue() {
      guard Live.clock.now < end else { throw StageFailure(failure) }
      try await Live.clock.sleep(for: pause)
    }
  }

  private func open(cloudAt socket: String) async throws {
    for person in scenario.people {
      for (number, name) in person.devices.enumerated() {
        let device = ProcessDevice(
          name, home, cloudAt: socket, program: programs[person.name])
        devices[name] = device
        try await signIn(device, as: name, isNew: number == 0)
      }
    }
  }

  private func signIn(
    _ device: ProcessDevice, as name: DeviceName, isNew: Bool = false
  ) async throws {
    try await device.signIn(isNew: isNew)
    if let client = await device.clientID { clients[client] = name }
    try await device.start()
  }

  private func close() async {
    for device in devices.values { await device.end() }
  }

  /// The options by which another program of the home reaches the cloud itself, or as a device does.
  nonisolated var cloudOptions: [String] {
    ["--cloud", "unix:" + home.folder.appendingPathComponent("cloud.sock").path]
  }

  /// Runs a command as a person on their first device; returns what it printed.
  nonisolated func zonechat(as person: String, _ arguments: [String]) throws -> String {
    try home.shell.zonechat(nil, options(for: DeviceName(person: person)) + arguments)
  }

  nonisolated func options(for device: DeviceName) -> [String] {
    ["--profile", device.description, "--cloud", "unix:" + ProcessDevice.socket(device, home)]
  }

  private func device(_ name: DeviceName) throws -> ProcessDevice {
    guard let device = devices[name] else { throw StageFailure("There is no device ‘\(name)’.") }
    return device
  }

  // MARK: - Steps

  func perform(
    _ action: DeviceAction, on device: DeviceName, waiting: Bool,
    learn: @escaping @Sendable (DeviceAnswer) -> Void
  ) async throws {
    let answer = try await self.device(device).perform(action)
    if case .create = action, let zone = answer.zone { owners[zone] = device.person }
    learn(answer)
  }

  func performElsewhere(_ action: DeviceAction, by person: String) async throws -> DeviceAnswer {
    let credentials = try await administration.signIn(name: person)
    let container = HTTPCloudContainer(
      connection: connection, credentials: credentials, clientID: "elsewhere")
    return try await ElsewhereActor(container: container).perform(action)
  }

  func happen(_ event: DeviceEvent, to device: DeviceName) async throws {
    let name = device
    let device = try self.device(name)
    switch event {
    case .offline(let time): try await device.goOffline(for: time)
    case .online: try await device.goOnline()
    case .crash: try await device.crash()
    case .restart: try await device.start()
    case .signOut: try await device.signOut()
    case .signIn:
      try await signIn(device, as: name)
    case .skew(let time): try await device.order(.skew(time / .seconds(1)))
    }
  }

  func happen(_ event: WorldEvent) async throws {
    switch event {
    case .advance(let time):
      _ = try await administration.change(ClockRequest(advance: time / .seconds(1)))
      for device in devices.values { try await device.orderIfOn(.advance(time / .seconds(1))) }
    case .fault(let fault): _ = try await administration.add([fault])
    case .endFault(let id?):
      guard try await administration.removeFault(id) != nil else {
        throw StageFailure("There is no fault ‘\(id)’.")
      }
    case .endFault(nil): _ = try await administration.clearFaults()
    case .purge(let chat): try await end("purge", chat)
    case .resetEncryption(let chat): try await end("reset-encryption", chat)
    case .expireZoneTokens(let chat): try await end("expire-tokens", chat)
    case .expireDatabaseTokens(let person, let scope):
      try await administration.end(
        "expire-tokens", ZoneEndingRequest(account: person, database: scope.pathComponent))
    case .throttle(let person, let time):
      _ = try await administration.add([
        CloudFault(
          filter: .init(account: person), schedule: .init(duration: time / .seconds(1)),
          effect: .fail(.init(.throttled, retryAfterSeconds: time / .seconds(1))))
      ])
    }
  }

  private func end(_ ending: String, _ chat: String) async throws {
    guard let owner = owners[chat] else {
      throw StageFailure("The chat has not reached the cloud yet.")
    }
    try await administration.end(ending, ZoneEndingRequest(account: owner, zoneName: chat))
  }

  // MARK: - Time

  func pass(_ time: Duration) async throws { try await Live.clock.sleep(for: time) }

  func proceed(to time: Duration) async throws {
    throw StageFailure("‘at’ needs the virtual clock.")
  }

  func settle(within limit: Duration) async throws -> Duration {
    let start = Live.clock.now
    var last: [Int64] = []
    var since = start
    while true {
      let now = Live.clock.now
      let (state, isAtRest) = try await look()
      if state != last { (last, since) = (state, now) }
      let still = since.duration(to: now)
      if still >= (isAtRest ? Self.stillness : Self.longStillness) { break }
      guard start.duration(to: now) < limit else { break }
      try await Live.clock.sleep(for: Self.pause)
    }
    return start.duration(to: Live.clock.now)
  }

  /// Numbers that change with everything that happens, and whether every device is at rest.
  private func look() async throws -> (state: [Int64], isAtRest: Bool) {
    let newest = try await readRequests()
    // A program of others may have no journal, and may ask the cloud in order to look.
    var state = [
      programs.isEmpty ? newest : Int64(seen.count { programs[$0.person] == nil })
    ]
    var isAtRest = true
    for name in scenario.devices {
      let view = try await self.device(name).view()
      state += [view.journal, Int64(view.chats.reduce(0) { $0 + $1.messages.count })]
      isAtRest = isAtRest && view.isAtRest
    }
    return (state, isAtRest)
  }

  // MARK: - Looking

  func view(of device: DeviceName) async throws -> DeviceView {
    try await self.device(device).view()
  }

  func traffic(from number: Int) async throws -> [ScenarioTraffic] {
    _ = try await readRequests()
    return Array(seen.dropFirst(number))
  }

  /// Takes over what the cloud has been asked since the last time; returns the number of the newest.
  private func readRequests() async throws -> Int64 {
    while true {
      let answer = try await administration.requests(after: next)
      guard !answer.requests.isEmpty else { return next }
      next = answer.next
      seen += answer.requests.flatMap(traffic)
    }
  }

  /// A request of one of the people, and the notices that came of it.
  private func traffic(_ request: JournaledRequest) -> [ScenarioTraffic] {
    let time = request.at - start.millisecondsSince1970
    var found: [ScenarioTraffic] = []
    if let person = request.account, isPerson(person), request.operation != "courier" {
      let code = request.code
      found.append(
        ScenarioTraffic(
          person: person, device: request.clientId.flatMap { clients[$0] }?.description,
          operation: request.operation, database: request.database, zone: request.zones?.first,
          outcome: code == "OK" ? "ok" : code == JournaledRequest.lost ? "lost" : code,
          failures: code == JournaledRequest.lost ? [] : request.failures ?? [], time: time))
    }
    for notice in request.notices ?? [] where isPerson(notice.account) {
      let isInvitation = notice.of == JournaledRequest.Notice.invitation
      found.append(
        ScenarioTraffic(
          kind: .notice, person: notice.account,
          device: notice.clientId.flatMap { clients[$0] }?.description,
          operation: isInvitation ? notice.of : "", database: isInvitation ? nil : notice.of,
          zone: notice.zone, outcome: "told", time: time))
    }
    return found
  }

  private func isPerson(_ account: String) -> Bool {
    scenario.people.contains { $0.name == account }
  }

  func finish() async throws -> [String] {
    _ = try await administration.clearFaults()
    for device in devices.values { try await device.returnToWork() }
    try await reconnect(within: .seconds(30))
    _ = try await settle(within: .seconds(30))
    return try await disagreements()
  }

  /// Returns when no device is offline any more: each tries again in its own time, and is at rest until then.
  private func reconnect(within limit: Duration) async throws {
    let end = Live.clock.now + limit
    for name in scenario.devices {
      while try await view(of: name).status.sync == .offline, Live.clock.now < end {
        try await Live.clock.sleep(for: Self.pause)
      }
    }
  }

  /// The chats that two devices show differently, although both have all of it.
  private func disagreements() async throws -> [String] {
    var shown: [String: (device: DeviceName, chat: DeviceView.Chat)] = [:]
    var problems: [String] = []
    for name in scenario.devices {
      for chat in try await view(of: name).chats where chat.access != .sealed {
        guard let other = shown[chat.zone] else {
          shown[chat.zone] = (name, chat)
          continue
        }
        if chat.shared != other.chat.shared {
          problems.append("\(name) and \(other.device) show ‘\(chat.title)’ differently.")
        }
      }
    }
    return problems
  }
}

extension DeviceView.Chat {
  /// The lines that every device with the chat must show alike, once everything is sent.
  fileprivate var shared: [String] {
    [title] + messages.filter { $0.state != .failed }.map { "\($0.record) \($0.text)" }
  }
}
