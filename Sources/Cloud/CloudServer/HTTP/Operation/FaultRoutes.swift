import CloudCore
import CloudModel
import CloudWire

/// `faults` and `faults/ID`.
struct FaultRoutes: Sendable {
  let faults: FaultInjector

  @Sendable func list(_ call: AdministratorCall) -> any Encodable & Sendable {
    FaultsResponse(faults: faults.statuses)
  }

  @Sendable func add(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let request: FaultsAddRequest = try call.json()
    do {
      return FaultsResponse(faults: try faults.add(request.faults))
    } catch  where error.code == .constraintViolation {
      throw RequestFailure(error, as: .exists)
    }
  }

  @Sendable func show(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let id = call.parameter("id")
    guard let status = faults.statuses.first(where: { $0.fault.id == id }) else {
      throw Self.notFound(id)
    }
    return FaultsResponse(faults: [status])
  }

  @Sendable func remove(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    let id = call.parameter("id")
    guard let status = faults.remove(id) else { throw Self.notFound(id) }
    return FaultsResponse(faults: [status])
  }

  @Sendable func clear(_ call: AdministratorCall) -> any Encodable & Sendable {
    FaultsClearResponse(removed: faults.clear())
  }

  private static func notFound(_ id: String) -> CloudError {
    CloudError(.unknownItem, "There is no active fault with this id.")
  }
}
