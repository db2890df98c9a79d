import CloudRules
import CloudStorage
import Foundation
import Logging

extension CloudHost {
  /// The routes over a cloud's services; `stopRequest` ends the host.
  static func routes(
    over services: CloudServices, reset: CloudReset, _ configuration: Configuration,
    connections: Connections, idleTracker: IdleTracker, logger: Logger, requestLogger: Logger,
    stopRequest: StopRequest
  ) -> CloudRoutes {
    let (cloud, store, courier) = (services.cloud, services.store, services.courier)
    let (authenticator, journal) = (services.authenticator, services.journal)
    let (machine, surroundings) = (services.surroundings.machine, services.surroundings.cloud)
    let clock = services.surroundings.clock
    let startedAt = machine.now()
    let veil = TextVeil(
      hidesTexts: configuration.hidesTexts, store: store, now: surroundings.now, logger: logger)
    return CloudRoutes(
      authenticator: authenticator, cloud: cloud, courier: courier, relay: services.relay,
      instance: services.shared?.mark.name, assets: services.assets,
      freeSpace: services.freeSpace, veil: veil, now: surroundings.now,
      idleTracker: idleTracker,
      administration: AdministrationRoutes(
        authenticator: authenticator, cloud: cloud, courier: courier,
        freeSpace: services.freeSpace, version: configuration.version,
        startedAt: startedAt, stop: { stopRequest.make() }),
      server: ServerRoutes(
        cloud: cloud, partition: configuration.defaultPartition,
        publicURL: configuration.publicURL, name: configuration.serverName,
        programURL: configuration.programURL,
        version: configuration.version),
      accounts: AccountRoutes(
        authenticator: authenticator, cloud: cloud, admission: services.admission),
      codes: CodeRoutes(
        authenticator: authenticator, admission: services.admission,
        authorityPin: configuration.certificate?.authorityPin),
      containers: ContainerRoutes(authenticator: authenticator, planner: services.planner),
      signIn: SignInRoutes(
        authenticator: authenticator, surroundings: surroundings, secret: services.clientSecret),
      operation: OperatorRoutes(
        authenticator: authenticator, cloud: cloud, veil: veil,
        maintenance: StoreMaintenance(
          store: store, assetsDirectory: services.assetsDirectory, surroundings: surroundings)),
      metrics: Metrics(
        connections: connections, courier: courier, cloud: cloud,
        store: store, shared: services.shared, freeSpace: services.freeSpace),
      isStopping: { stopRequest.isMade },
      testing: TestingRoutes(
        authenticator: authenticator, reset: reset, clock: clock, journal: journal, store: store,
        veil: veil),
      console: ConsoleRoutes(
        authenticator: authenticator,
        reading: ConsoleReading(
          cloud: cloud, veil: veil, journal: journal, clock: clock,
          canReset: reset.store != nil,
          seed: services.surroundings.seededBytes == nil ? nil : configuration.seed,
          startedAt: startedAt, now: machine.now),
        reset: reset, version: configuration.version, machine: machine,
        secret: services.clientSecret),
      machine: machine, requestLogger: requestLogger)
  }
}
