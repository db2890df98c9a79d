import ChatModel
import CloudInProcess
import CloudModel
import CloudRules

/// The network: every request is carried by steps, as its fate has it.
extension World {
  /// How long a poll is held without news.
  static let pollHold: Duration = .seconds(300)

  /// Carries a request to the cloud and its answer back; `call` does there what is asked.
  func exchange<Value: Sendable>(
    _ draft: Request, by key: DeviceKey,
    _ call: @escaping @Sendable (Fate) async -> (Result<Value, CloudError>, RequestTrace)
  ) async throws(CloudError) -> Value {
    try checkAlive(key)
    let request = numbered(draft, by: key)
    note(.requested(request))
    if let zone = request.zone { zoneIDs[zone.zoneName] = zone }
    let fate = fate(of: request, by: key)
    let answer = Answer<Value>()
    exchanges[request.number] = Exchange(
      key: key, request: request, fate: fate,
      arrive: { fate in
        var reached = Reached(request: request)
        if case .refuse(let error) = fate.mischief {
          answer.fill(.failure(error))
          reached.refusal = error
          return reached
        }
        let (result, trace) = await call(fate)
        answer.fill(result)
        if case .failure(let error) = result { reached.refusal = error }
        reached.items = trace.items
        reached.page = trace.page
        return reached
      }, fail: { answer.replace(with: $0) })
    for (copy, delay) in fate.arrivals.enumerated() {
      schedule(.reach(exchange: request.number, copy: copy), after: delay)
    }
    schedule(.answer(exchange: request.number, fate.loss), after: fate.answer)
    await wait(for: request.number)
    return try answer.take()
  }

  /// Holds a long poll until there is news, or for `pollHold`.
  func poll(
    by key: DeviceKey,
    _ call: @escaping @Sendable () async throws(CloudError) -> CloudNotification?
  ) async throws(CloudError) -> CloudNotification? {
    try checkAlive(key)
    let request = numbered(Request(device: "", user: "", operation: .poll), by: key)
    note(.requested(request))
    let answer = Answer<CloudNotification?>()
    var fate = Fate.smooth(latency: swarm.latency, using: &networkRandom)
    if isOffline(key) || networkRandom.happens(trouble.cutPoll) {
      fate.loss = CloudError(.networkFailure, "The connection was cut.")
      fate.answer = isOffline(key) ? .milliseconds(1) : networkRandom.wait(mean: Self.pollHold / 4)
    } else {
      fate.answer = Self.pollHold
    }
    exchanges[request.number] = Exchange(
      key: key, request: request, fate: fate,
      arrive: { _ in
        var reached = Reached(request: request)
        do throws(CloudError) {
          if let notification = try await call() {
            answer.fill(.success(notification))
            reached.items = [.init(name: "\(notification)", result: .saved(tag: ""))]
          }
        } catch {
          answer.fill(.failure(error))
          reached.refusal = error
        }
        return reached
      }, fail: { answer.replace(with: $0) })
    if fate.loss == nil {
      schedule(.reach(exchange: request.number, copy: 0), after: fate.arrivals.first ?? .zero)
    }
    schedule(.answer(exchange: request.number, fate.loss), after: fate.answer)
    await wait(for: request.number)
    let isEmpty = answer.isEmpty
    return isEmpty ? nil : try answer.take()
  }

  /// The zones in which nobody has written after this device.
  func zonesLastWritten(by key: DeviceKey) -> Set<String> {
    Set(lastWriters.filter { $0.value == key.index }.keys)
  }

  private func checkAlive(_ key: DeviceKey) throws(CloudError) {
    guard isAlive(key) else {
      throw CloudError(.operationCancelled, "The device has crashed.")
    }
  }

  private func numbered(_ draft: Request, by key: DeviceKey) -> Request {
    lastNumber += 1
    var request = draft
    request.number = lastNumber
    request.device = devices[key.index].name
    request.user = devices[key.index].account.userRecordName
    return request
  }

  private func wait(for number: Int) async {
    await withCheckedContinuation { continuation in
      exchanges[number]?.waiter = continuation
      giveBack()
    }
  }

  func isOffline(_ key: DeviceKey) -> Bool { devices[key.index].offlineUntil > now }

  private func fate(of request: Request, by key: DeviceKey) -> Fate {
    if isOffline(key) {
      var fate = Fate()
      fate.answer = .milliseconds(1)
      fate.loss = CloudError(.networkUnavailable, "There is no network.")
      return fate
    }
    var fate = Fate.drawn(
      for: request.operation, trouble: trouble, latency: swarm.latency, using: &networkRandom)
    if case .poison(let seed) = fate.mischief {
      // Records that make a chat a chat are not refused for good: nobody could do anything about it.
      var random = SplitMix64(seed: seed)
      for item in request.items where item.type == "Message" && Bool.random(using: &random) {
        poisoned.insert(item.name)
      }
    }
    fate.poisoned = poisoned
    if let until = throttledUntil[request.user], until > now {
      fate.mischief = .refuse(
        CloudError(
          .requestRateLimited, "Too many requests.", retryAfterSeconds: (until - now).seconds))
    }
    return fate
  }

  // MARK: - Steps

  /// A request does its work in the cloud.
  func reach(_ number: Int, copy: Int) async {
    guard let exchange = exchanges[number] else { return }
    if exchange.request.operation == .poll { return await look(number) }
    var fate = exchange.fate
    // A refused request is refused again: the device cannot know of a copy that is accepted later.
    if copy > 0, !fate.mischief.isRefusal { fate.mischief = .none }
    var reached = await exchange.arrive(fate)
    reached.copy = copy
    note(.reached(reached))
    if exchange.request.operation == .modifyRecords, let zone = exchange.request.zone {
      lastWriters[zone.zoneName] = exchange.key.index
    }
    if [.modifyRecords, .modifyZones].contains(exchange.request.operation) { lastWrite = now }
    carryAnnouncements()
    if exchange.waiter == nil, copy == exchange.fate.arrivals.count - 1 { exchanges[number] = nil }
  }

  /// Delivers the answer, or its loss, to the task that waits for it.
  func answer(_ number: Int, _ error: CloudError?) async {
    guard var exchange = exchanges[number], let waiter = exchange.waiter else { return }
    if let error { exchange.fail(error) }
    exchange.waiter = nil
    let isPoll = exchange.request.operation == .poll
    let isOver =
      isPoll
      || !queue.contains { if case .reach(exchange: number, copy: _) = $0 { true } else { false } }
    exchanges[number] = isOver ? nil : exchange
    note(.answered(number: number, device: exchange.request.device, error: error))
    await letGoOn(waiter)
  }

  /// Asks the courier for news on a poll.
  private func look(_ number: Int) async {
    guard let exchange = exchanges[number], exchange.waiter != nil, !exchange.isAnswered else {
      return
    }
    let reached = await exchange.arrive(exchange.fate)
    guard !reached.items.isEmpty || reached.refusal != nil else { return }
    note(.reached(reached))
    exchanges[number]?.isAnswered = true
    schedule(
      .answer(exchange: number, nil), after: networkRandom.wait(mean: swarm.latency))
  }

  // MARK: - Notifications

  /// Schedules what commits have announced for delivery.
  func carryAnnouncements() {
    for announcement in cloud.takeAnnouncements() {
      if networkRandom.happens(trouble.lostNotification) { continue }
      var copies = [announcement]
      if networkRandom.happens(trouble.doubledNotification) { copies.append(announcement) }
      for copy in copies {
        let isLate = networkRandom.happens(trouble.lateNotification)
        schedule(
          .announce(copy),
          after: networkRandom.wait(mean: isLate ? .seconds(60) : swarm.latency))
      }
    }
  }

  /// Delivers an announcement to the courier; polls of the recipient then look for it.
  func announce(_ announcement: Announcement) async {
    cloud.courier.deliver([announcement])
    let polls = exchanges.filter { _, exchange in
      exchange.request.operation == .poll && exchange.request.user == announcement.recipient
    }
    for number in polls.keys.sorted() { await look(number) }
  }
}
