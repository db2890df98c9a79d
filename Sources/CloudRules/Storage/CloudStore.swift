/// Where the cloud keeps everything.
///
/// One operation of the cloud is one transaction.
///
/// Bodies are synchronous and may not keep what they are handed. Writes exclude each other; a write
/// that returned is durable; one that threw left nothing behind. A partition that does not exist is
/// `StoreError.noSuchPartition`.
package protocol CloudStore: Sendable {
  /// What encrypted fields and the bytes of assets are kept under.
  var atRestKey: AtRestKey { get }
  func read<T>(in partition: Partition, _ body: (any CloudReading) throws -> T) throws -> T
  func write<T>(in partition: Partition, _ body: (any CloudTransaction) throws -> T) throws -> T
  /// What is above all partitions: accounts, tokens, the partitions themselves.
  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T
  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T
  /// Lets go of the files. Everything after it throws.
  func close() throws
}
