import CloudModel

extension CloudPlan {
  /// The container of the tests, whose schema learns from whatever is saved.
  static let everySaveTeaches = CloudPlan(containers: [
    ContainerPlan(
      identifier: "iCloud.net.zonechat",
      environments: [
        .init(
          environment: .development, settings: EnvironmentSettings(schemaLearning: .always))
      ])
  ])
}
