import CloudModel

/// The effects of the network and the cloud on one request.
struct NetworkOutcome: Sendable {
  /// A fault of the cloud: what it does instead of performing the request, or in addition to it.
  enum InjectedFault: Sendable, Equatable {
    case none
    case refuse(CloudError)
    /// Some items, chosen by `seed`, fail.
    case failItems(CloudError, seed: UInt64)
    /// Some messages, chosen by `seed`, are refused from now on.
    case poison(seed: UInt64)
    /// The request is done, but the last item is missing in the answer.
    case forgetItem
    case expireToken
    case emptyPage

    /// Whether the cloud says that it has not done something.
    var isRefusal: Bool {
      switch self {
      case .refuse, .failItems: true
      case .none, .poison, .forgetItem, .expireToken, .emptyPage: false
      }
    }
  }

  /// The delays after which the request arrives: none if it is lost, two if it is doubled.
  var arrivals: [Duration] = []
  /// The delay after which the device gets an answer or an error.
  var answer: Duration = .zero
  /// The error that the device receives instead of the cloud's answer.
  var loss: CloudError?
  var injectedFault = InjectedFault.none
  /// The records that the cloud refuses each time they arrive.
  var poisoned: Set<String> = []
  var pageLimit: Int?
  var batchLimit: Int?
}

extension NetworkOutcome {
  mutating func delay(by time: Duration) {
    guard time > .zero else { return }
    arrivals = arrivals.map { $0 + time }
    answer += time
  }

  /// The fate of a request without any fault.
  static func smooth(latency: Duration, using random: inout SplitMix64) -> NetworkOutcome {
    var networkOutcome = NetworkOutcome()
    let arrival = random.wait(mean: latency)
    networkOutcome.arrivals = [arrival]
    networkOutcome.answer = arrival + random.wait(mean: latency)
    return networkOutcome
  }

  static func drawn(
    for operation: CloudCall, trouble: WorldParameters.Trouble, latency: Duration,
    using random: inout SplitMix64
  ) -> NetworkOutcome {
    var networkOutcome = smooth(latency: latency, using: &random)
    if random.happens(trouble.lostRequest) {
      networkOutcome.arrivals = []
      networkOutcome.answer += .seconds(Int.random(in: 0...30, using: &random))
      networkOutcome.loss = CloudError(
        Bool.random(using: &random) ? .networkFailure : .networkUnavailable, "The request was lost."
      )
      return networkOutcome
    }
    if random.happens(trouble.lostAnswer) {
      networkOutcome.answer += .seconds(Int.random(in: 0...30, using: &random))
      networkOutcome.loss = CloudError(
        Bool.random(using: &random) ? .networkFailure : .serverResponseLost,
        "The answer was lost.")
    }
    if random.happens(trouble.doubled) {
      networkOutcome.arrivals.append(
        (networkOutcome.arrivals.first ?? .zero) + random.wait(mean: .seconds(5)))
    }
    if random.happens(trouble.refused) {
      networkOutcome.injectedFault = .refuse(passingError(using: &random))
    } else if operation == .modifyRecords || operation == .modifyZones {
      if random.happens(trouble.failedItems) {
        let isPoison = Int.random(in: 0..<4, using: &random) == 0
        networkOutcome.injectedFault =
          isPoison
          ? .poison(seed: random.next())
          : .failItems(passingError(using: &random), seed: random.next())
      } else if random.happens(trouble.forgottenItem) {
        networkOutcome.injectedFault = .forgetItem
      }
    } else if operation == .query {
      networkOutcome.pageLimit = trouble.pageLimit.map { Int.random(in: 1...$0, using: &random) }
    } else if operation == .databaseChanges || operation == .zoneChanges {
      if random.happens(trouble.expiredToken) {
        networkOutcome.injectedFault = .expireToken
      } else if random.happens(trouble.emptyPage) {
        networkOutcome.injectedFault = .emptyPage
      }
      networkOutcome.pageLimit = trouble.pageLimit.map { Int.random(in: 1...$0, using: &random) }
    }
    networkOutcome.batchLimit = trouble.batchLimit
    return networkOutcome
  }

  /// An error that may pass, with or without a waiting time.
  private static func passingError(using random: inout SplitMix64) -> CloudError {
    let codes: [CloudError.Code] = [
      .internalError, .partialFailure, .serviceUnavailable, .requestRateLimited,
      .notAuthenticated, .zoneBusy, .quotaExceeded, .operationCancelled, .serverResponseLost,
      .networkFailure, .accountTemporarilyUnavailable, .resultsTruncated, .assetNotAvailable,
    ]
    let waits: [Double?] = [nil, nil, 0, 0.3, 4, 30, -1]
    return CloudError(
      codes.randomElement(using: &random) ?? .zoneBusy, "The cloud failed.",
      retryAfterSeconds: waits.randomElement(using: &random) ?? nil)
  }
}
