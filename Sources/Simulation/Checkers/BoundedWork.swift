import CloudModel

/// I36: a record is sent again only where an intent, a failure or a crash explains it.
struct BoundedWork: Checker {
  private(set) var docket = Docket("I36")
  private var attempts: [RecordKey: Int] = [:]
  private var reasons: [RecordKey: Int] = [:]
  private var underWay: [Int: Request] = [:]
  private var failed: [Int: Set<String>] = [:]

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    switch entry.event {
    case .intended(_, let intent): see(intent)
    case .requested(let request) where request.operation == .modifyRecords:
      underWay[request.number] = request
      for item in request.items where item.type != Share.recordType {
        let key = request.key(of: item)
        attempts[key, default: 0] += 1
        guard attempts[key, default: 0] > reasons[key, default: 0] else { continue }
        docket.note(
          "\(request.device) sends \(item.name) again for no reason", about: item.name, at: index)
      }
    case .reached(let reached) where reached.request.operation == .modifyRecords:
      for item in reached.items {
        if case .failed = item.result {
          failed[reached.request.number, default: []].insert(item.name)
        }
      }
      if reached.refusal != nil {
        failed[reached.request.number, default: []].formUnion(reached.request.items.map(\.name))
      }
      if let last = reached.request.items.last {
        // An answer may have left it out.
        failed[reached.request.number, default: []].insert(last.name)
      }
    case .answered(let number, _, let error):
      guard let request = underWay.removeValue(forKey: number) else { return }
      for item in request.items where error != nil || failed[number]?.contains(item.name) == true {
        reasons[request.key(of: item), default: 0] += 1
      }
    case .died(let device):
      for (number, request) in underWay where request.device == device {
        underWay[number] = nil
        for item in request.items { reasons[request.key(of: item), default: 0] += 1 }
      }
    default: break
    }
  }

  private mutating func see(_ intent: Intent) {
    switch intent {
    case .created(let zone, _), .renamed(let zone, _): note(zone, "session")
    case .sent(let zone, let messages): for message in messages { note(zone, message.record) }
    case .retried(let zone, let record): note(zone, record)
    case .dropped, .saw, .invited, .opened, .joined: break
    }
  }

  private mutating func note(_ zone: String, _ record: String) {
    reasons[RecordKey(zone: zone, record: record), default: 0] += 1
  }
}
