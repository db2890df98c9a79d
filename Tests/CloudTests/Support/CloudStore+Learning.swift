import CloudModel
import CloudRules

extension CloudStore {
  /// Lets the partition's schema learn from whatever is saved.
  func learn(in partition: Partition) throws {
    try writeRegistry { registry in
      var settings = try registry.partition(partition)?.settings ?? PartitionSettings()
      settings.environment = EnvironmentSettings(schemaLearning: .always)
      try registry.update(settings, of: partition)
    }
  }
}
