/// The stores of devices: where a device may wait, and where it may die.
extension World {
  /// Runs one transaction of a device's store; the device may die right before or after it.
  ///
  /// The transaction that `body` returns beside its value is written into the journal.
  func transact<Value: Sendable>(
    by key: DeviceKey, _ body: @escaping @Sendable () async throws -> (Value, Transaction?)
  ) async throws -> Value {
    try checkLife(key)
    if storeRandom.happens(trouble.slowStore) {
      await sleep(key, for: storeRandom.wait(mean: .milliseconds(20)))
      try checkLife(key)
    }
    if storeRandom.happens(trouble.crash / 2) { try die(key) }
    let (value, transaction) = try await body()
    if let transaction {
      note(.stored(device: devices[key.index].name, transaction))
      ring(key)
      if storeRandom.happens(trouble.crash / 2) { try die(key) }
    }
    return value
  }

  /// Writes down which chats a device lists.
  func note(listed zones: [String], by key: DeviceKey) {
    note(.listed(device: devices[key.index].name, zones))
  }

  /// Tells the engine of a device that its replica was written to, soon and once for many writes.
  func ring(_ key: DeviceKey) {
    guard devices[key.index].shell?.isRung == false else { return }
    if storeRandom.happens(trouble.lostRing) {
      note(.disrupted(.lostRing(device: devices[key.index].name)))
      return
    }
    devices[key.index].shell?.isRung = true
    schedule(.ring(key), after: storeRandom.wait(mean: .milliseconds(2)))
  }

  private func checkLife(_ key: DeviceKey) throws {
    guard isAlive(key) else { throw Crashed() }
  }

  private func die(_ key: DeviceKey) throws {
    devices[key.index].isDying = true
    throw Crashed()
  }

  private func sleep(_ key: DeviceKey, for delay: Duration) async {
    lastNumber += 1
    let number = lastNumber
    schedule(.goOn(key, number), after: delay)
    await withCheckedContinuation { continuation in
      sleepers[number] = continuation
      giveBack()
    }
  }
}

/// The device on which something ran has crashed.
struct Crashed: Error {}
