import CloudDevices
import Foundation
import Synchronization

/// A device of a person in a test, for code that uses CloudKit's classes.
///
/// A `CKContainer` that is made within `run` belongs to this device and its account, for as long as it lives.
///
/// ```swift
/// try await TestCloud.with { cloud in
///   let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
///   try await phone.run { try await NoteStore(CKContainer(identifier: "iCloud.com.example.Notes")).add("hello") }
///   let notes = try await laptop.run {
///     try await NoteStore(CKContainer(identifier: "iCloud.com.example.Notes")).all()
///   }
/// }
/// ```
public final class TestDevice: Sendable {
  let device: CloudDevice
  /// Counts the devices of a cloud, from 1.
  let number: Int

  init(_ device: CloudDevice, number: Int) {
    self.device = device
    self.number = number
  }

  /// Who is signed in; nil for nobody.
  public var account: String? { device.account?.name }

  /// Runs code as the person on this device.
  ///
  /// A closure whose only `try` stands in `#expect` says that it throws: `{ () throws in #expect(try await …) }`.
  ///
  /// - Parameters:
  ///   - isolation: where `body` runs; the caller's.
  ///   - body: makes its containers here; tasks that it starts with `Task` or in a group are on this device as well.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    try await CloudDevice.$current.withValue(device, operation: body, isolation: isolation)
  }

  /// The same for code that does not wait.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CloudDevice.$current.withValue(device, operation: body)
  }

  /// Signs in to an account, which is made if it is missing; `CKAccountChanged` follows.
  public func signIn(_ account: String) { device.signIn(CloudDevice.Account(name: account)) }

  /// Signs out; `CKAccountChanged` follows.
  public func signOut() { device.signIn(nil) }

  /// Lets apps use the account that is signed in, or not; `CKAccountChanged` follows.
  ///
  /// `accountStatus()` answers accordingly, and until the state is `.available` again, or somebody signs in, all calls
  /// fail: with `.managedAccountRestricted`, `.accountTemporarilyUnavailable`, or `.serviceUnavailable` where the
  /// account could not be determined. A `CKSyncEngine` keeps what it has, and goes on afterwards. Where nobody is
  /// signed in this does nothing: the status is `.noAccount`.
  public func setAccountState(_ state: CloudKitAccountState) { device.setAccountState(state) }
}

extension TestCloud {
  /// A new device of a person, whose account is made if it is missing; nil for a device on which nobody is signed in.
  ///
  /// - Parameters:
  ///   - person: the name of the account.
  ///   - container: the one that `CKContainer.default()` means there.
  ///   - choices: what CloudKit's classes do there where Apple's behaviour is not known; nil takes those of the cloud.
  /// - Returns: the device.
  public func device(
    of person: String?, defaultContainer container: String? = nil, choices: CloudKitChoices? = nil
  ) -> TestDevice {
    let device = CloudDevice(
      account: person.map { CloudDevice.Account(name: $0) },
      defaultContainer: container ?? CloudDevice.containerOfProcess,
      choices: choices ?? self.choices,
      generation: { [cloud] in cloud.generation }
    ) { [cloud] in cloud.connection }
    return TestDevice(device, number: devices.withLock { $0.add(device) })
  }

  /// Runs code as a person, on a new device.
  ///
  /// - Parameters:
  ///   - name: the name of the account, which is made if it is missing.
  ///   - isolation: where `body` runs; the caller's.
  ///   - body: makes its containers here.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func withAccount<Result>(
    _ name: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await device(of: name).run(isolation: isolation, body)
  }
}
