import CloudDevices
import CloudModel
import Foundation

/// What an app's configuration asks of calls: how long they may take, and whether they wait for the network.
struct CallRules: Sendable {
  private var requestTime: Duration?
  private var wholeTime: Duration?
  private var isPatient = false

  init() {}

  /// Times that were left as they were, and times without sense, are the client's own.
  init(_ configuration: CKOperation.Configuration) {
    func limit(_ key: KeyPath<CKOperation.Configuration, TimeInterval>) -> Duration? {
      let seconds = configuration[keyPath: key]
      guard seconds > 0, seconds != CKOperation.Configuration()[keyPath: key] else { return nil }
      return .seconds(min(seconds, Self.longest))
    }
    requestTime = limit(\.timeoutIntervalForRequest)
    wholeTime = limit(\.timeoutIntervalForResource)
    isPatient = [.utility, .background].contains(configuration.qualityOfService)
  }

  /// Our choice: a year, in seconds; nothing here takes longer.
  private static let longest: TimeInterval = 31_536_000

  /// For a call that begins now.
  func begin(_ choices: CloudKitChoices) -> CallLimits {
    CallLimits(
      time: RequestTime(request: requestTime, deadline: wholeTime.map { .now + $0 }),
      isPatient: isPatient, lostAnswer: choices.lostAnswer)
  }
}

/// The rules of one call that is under way.
struct CallLimits: Sendable {
  var time = RequestTime()
  /// Whether requests wait for the network, as those of low priority do on Apple's systems.
  var isPatient = false
  var lostAnswer = CloudKitChoices.LostAnswer.networkFailure

  /// Calls the cloud within the limits, as `run` does; throws the error that an app gets.
  func calling<Answer>(
    _ request: () async throws(CloudError) -> Answer
  ) async throws(CKError) -> Answer {
    do {
      return try await run(request)
    } catch {
      throw CKError(error)
    }
  }

  /// Makes a request within the limits; a patient one until it reaches the cloud.
  func run<Answer>(
    _ request: () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    do throws(CloudError) {
      return try await attempt(request)
    } catch {
      guard error.code == .networkFailure, lostAnswer == .serverResponseLost else { throw error }
      throw CloudError(.serverResponseLost, error.reason)
    }
  }

  private func attempt<Answer>(
    _ request: () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    guard isPatient || time != RequestTime() else { return try await request() }
    var delay = 0.1
    while true {
      let result: Result<Answer, CloudError> = await RequestTime.$current.withValue(time) {
        do throws(CloudError) {
          return .success(try await request())
        } catch {
          return .failure(error)
        }
      }
      guard isPatient, case .failure(let error) = result, !Task.isCancelled, !time.isOver,
        error.code == .networkUnavailable || error.code == .networkFailure
      else { return try result.get() }
      // A cancelled sleep ends the loop above.
      try? await Task.sleep(for: time.shortened(.seconds(delay)))
      delay = min(delay * 2, 30)
    }
  }
}
