/// Where the cloud keeps everything.
///
/// One operation of the cloud is one transaction.
///
/// Bodies are synchronous and must not keep the object that is passed to them. Only one write runs
/// at a time. A write that returned is durable; a write that threw has stored nothing. A call for a
/// partition that does not exist throws `StoreError.noSuchPartition`.
package protocol CloudStore: Sendable {
  /// The key that encrypts encrypted fields and the bytes of assets.
  var atRestKey: AtRestKey { get }
  func read<T>(in partition: Partition, _ body: (any CloudReading) throws -> T) throws -> T
  func write<T>(in partition: Partition, _ body: (any CloudTransaction) throws -> T) throws -> T
  /// Reads what is common to all partitions: accounts, tokens, the partitions themselves.
  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T
  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T
  /// Closes the files; every later call throws.
  func close() throws
}
