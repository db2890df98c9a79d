import ChatModel
import CloudCore
import CloudModel
import CloudRules

/// The network: steps carry every request to the cloud and its answer back, as its fate decides.
extension World {
  /// The time for which a poll is held without news.
  static let pollHold: Duration = .seconds(300)

  /// Carries a request to the cloud and its answer back; `call` performs the request in the cloud.
  func roundTrip<Value: Sendable>(
    _ draft: Request, by key: DeviceKey,
    _ call: @escaping @Sendable (NetworkOutcome) async -> (Result<Value, CloudError>, RequestTrace)
  ) async throws(CloudError) -> Value {
    try checkAlive(key)
    let request = numbered(draft, by: key)
    note(.requested(request))
    if let zone = request.zone { zoneIDs[zone.zoneName] = zone }
    let networkOutcome = networkOutcome(of: request, by: key)
    let answer = Answer<Value>()
    inFlight[request.number] = InFlightRequest(
      key: key, request: request, networkOutcome: networkOutcome,
      arrive: { networkOutcome in
        var reached = CloudResult(request: request)
        if case .refuse(let error) = networkOutcome.injectedFault {
          answer.fill(.failure(error))
          reached.refusal = error
          return reached
        }
        let (result, trace) = await call(networkOutcome)
        answer.fill(result)
        if case .failure(let error) = result { reached.refusal = error }
        reached.items = trace.items
        reached.page = trace.page
        return reached
      }, fail: { answer.replace(with: $0) })
    for (copy, delay) in networkOutcome.arrivals.enumerated() {
      schedule(.reach(request: request.number, copy: copy), after: delay)
    }
    schedule(.answer(request: request.number, networkOutcome.loss), after: networkOutcome.answer)
    await wait(for: request.number)
    return try answer.take()
  }

  /// Holds a long poll until there is news, or for `pollHold`.
  func poll(
    by key: DeviceKey,
    _ call: @escaping @Sendable () async throws(CloudError) -> PushedNotification?
  ) async throws(CloudError) -> PushedNotification? {
    try checkAlive(key)
    let request = numbered(Request(device: "", user: "", operation: .poll), by: key)
    note(.requested(request))
    let answer = Answer<PushedNotification?>()
    var networkOutcome = NetworkOutcome.smooth(latency: parameters.latency, using: &networkRandom)
    if isOffline(key) || networkRandom.happens(trouble.cutPoll) {
      networkOutcome.loss = CloudError(.networkFailure, "The connection was cut.")
      networkOutcome.answer =
        isOffline(key) ? .milliseconds(1) : networkRandom.wait(mean: Self.pollHold / 4)
    } else {
      networkOutcome.answer = Self.pollHold
    }
    inFlight[request.number] = InFlightRequest(
      key: key, request: request, networkOutcome: networkOutcome,
      arrive: { _ in
        var reached = CloudResult(request: request)
        do throws(CloudError) {
          if let push = try await call() {
            answer.fill(.success(push))
            reached.notification = push.notification
            reached.items = [.init(name: "\(push.notification)", result: .saved(tag: ""))]
          }
        } catch {
          answer.fill(.failure(error))
          reached.refusal = error
        }
        return reached
      }, fail: { answer.replace(with: $0) })
    if networkOutcome.loss == nil {
      schedule(
        .reach(request: request.number, copy: 0), after: networkOutcome.arrivals.first ?? .zero)
    }
    schedule(.answer(request: request.number, networkOutcome.loss), after: networkOutcome.answer)
    await wait(for: request.number)
    let isEmpty = answer.isEmpty
    return isEmpty ? nil : try answer.take()
  }

  /// The zones in which this device was the last to write.
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
      inFlight[number]?.waiter = continuation
      giveBack()
    }
  }

  func isOffline(_ key: DeviceKey) -> Bool { devices[key.index].offlineUntil > now }

  private func networkOutcome(of request: Request, by key: DeviceKey) -> NetworkOutcome {
    if isOffline(key) {
      var networkOutcome = NetworkOutcome()
      networkOutcome.answer = .milliseconds(1)
      networkOutcome.loss = CloudError(.networkUnavailable, "There is no network.")
      return networkOutcome
    }
    var networkOutcome = NetworkOutcome.drawn(
      for: request.operation, trouble: trouble, latency: parameters.latency, using: &networkRandom)
    if case .poison(let seed) = networkOutcome.injectedFault {
      // Records that make a chat a chat are not refused for good: nobody could do anything about it.
      var random = SplitMix64(seed: seed)
      for item in request.items where item.type == "Message" && Bool.random(using: &random) {
        poisoned.insert(item.name)
      }
    }
    networkOutcome.poisoned = poisoned
    faults.apply(to: &networkOutcome, of: request)
    if let until = throttledUntil[request.user], until > now {
      networkOutcome.injectedFault = .refuse(
        CloudError(
          .requestRateLimited, "Too many requests.", retryAfterSeconds: (until - now).seconds))
    }
    return networkOutcome
  }

  // MARK: - Steps

  /// A request does its work in the cloud.
  func reach(_ number: Int, copy: Int) async {
    guard let pending = inFlight[number] else { return }
    if pending.request.operation == .poll { return await look(number) }
    var networkOutcome = pending.networkOutcome
    // A refused request is refused again: the device cannot know of a copy that is accepted later.
    if copy > 0, !networkOutcome.injectedFault.isRefusal { networkOutcome.injectedFault = .none }
    var reached = await pending.arrive(networkOutcome)
    reached.copy = copy
    note(.reached(reached))
    if pending.request.operation == .modifyRecords, let zone = pending.request.zone {
      lastWriters[zone.zoneName] = pending.key.index
    }
    if [.modifyRecords, .modifyZones].contains(pending.request.operation) { lastWrite = now }
    carryAnnouncements()
    if pending.waiter == nil, copy == pending.networkOutcome.arrivals.count - 1 {
      inFlight[number] = nil
    }
  }

  /// Delivers the answer, or its loss, to the task that waits for it.
  func answer(_ number: Int, _ error: CloudError?) async {
    guard var pending = inFlight[number], let waiter = pending.waiter else { return }
    if let error { pending.fail(error) }
    pending.waiter = nil
    let isPoll = pending.request.operation == .poll
    let isOver =
      isPoll
      || !queue.contains { if case .reach(request: number, copy: _) = $0 { true } else { false } }
    inFlight[number] = isOver ? nil : pending
    note(.answered(number: number, device: pending.request.device, error: error))
    await letGoOn(waiter)
  }

  /// Asks the courier for news on a poll.
  private func look(_ number: Int) async {
    guard let pending = inFlight[number], pending.waiter != nil, !pending.isAnswered else {
      return
    }
    let reached = await pending.arrive(pending.networkOutcome)
    guard !reached.items.isEmpty || reached.refusal != nil else { return }
    note(.reached(reached))
    inFlight[number]?.isAnswered = true
    schedule(
      .answer(request: number, nil), after: networkRandom.wait(mean: parameters.latency))
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
          after: networkRandom.wait(mean: isLate ? .seconds(60) : parameters.latency)
            + faults.delay(of: copy))
      }
    }
  }

  /// Delivers an announcement to the courier; polls of the recipient then look for it.
  func announce(_ announcement: Announcement) async {
    cloud.courier.deliver([announcement])
    let polls = inFlight.filter { _, pending in
      pending.request.operation == .poll && pending.request.user == announcement.recipient
    }
    for number in polls.keys.sorted() { await look(number) }
  }
}
