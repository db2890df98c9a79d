import CloudModel
import CloudRules

extension CloudStore {
  /// Lets the partition's schema learn from whatever is saved.
  func learn(in partition: Partition) throws {
    try change(partition) { $0.environment = EnvironmentSettings(schemaLearning: .always) }
  }

  /// Changes the settings of a partition that exists.
  func change(
    _ partition: Partition, _ change: (inout PartitionSettings) -> Void
  ) throws {
    try writeRegistry { registry in
      try registry.lockContainer(partition.container)
      var settings = try registry.partition(partition)?.settings ?? PartitionSettings()
      change(&settings)
      try registry.update(settings, of: partition)
    }
  }
}
