import ChatCore
import ChatModel
import CloudModel
package import CloudSync
import Logging
import SyncRules

extension Device {
  /// Syncs once, one effect after the other in the order in which they were decided, so that every run
  /// of a test is the same; ends at once when `isAlive` says no.
  package func syncInSteps(store: any SyncStore, while isAlive: () -> Bool) async {
    let performer = EffectPerformer(
      container: container, store: store,
      logger: Logger(label: account.name, factory: { _ in SwiftLogNoOpLogHandler() }))
    var machine = SyncMachine(mode: .once, user: container.userRecordName, seed: 1)
    var now = Duration.zero
    var wakes: [Duration] = []
    var effects: [SyncMachine.Effect] = []
    var published: SyncReport?
    var input: SyncMachine.Input? = .started
    // A store that fails is what the caller has ordered.
    try? await store.recover()
    while isAlive() {
      if let input { effects += machine.handle(input, now: now) }
      input = nil
      let report = machine.report(now: now)
      if report != published {
        published = report
        try? await store.publish(report, now: now)
      }
      if machine.isAtRest { return }
      if effects.isEmpty {
        guard let next = wakes.min() else { return }
        now = max(now, next)
        wakes.removeAll { $0 <= now }
        input = .woke
        continue
      }
      let effect = effects.removeFirst()
      if case .wake(let time) = effect {
        wakes.append(time)
      } else {
        input = await performer.perform(effect)
      }
    }
  }
}
