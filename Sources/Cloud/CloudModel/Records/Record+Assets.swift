extension Record {
  /// An asset with its position in the record.
  package struct PlacedAsset: Sendable, Equatable {
    package var fieldName: String
    /// 0, except for the later elements of a list.
    package var position: Int
    package var asset: Asset
  }

  /// Every asset in the fields, in lists as well; by field name, then position.
  package var assets: [PlacedAsset] {
    fields.sorted { $0.key < $1.key }.flatMap { name, value in
      value.assets.enumerated().map {
        PlacedAsset(fieldName: name, position: $0.offset, asset: $0.element)
      }
    }
  }

  /// Bytes of all assets together, counted once for each position.
  package var assetBytes: Int64 { fields.values.reduce(0) { $0 + $1.assetBytes } }
}

extension FieldValue {
  package var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .list(let elements): elements.flatMap(\.assets)
    case .string, .int64, .double, .date, .bytes, .location, .reference: []
    }
  }

  /// The same value, its assets without receipts and addresses.
  var withBareAssets: Self { mapAssets { asset, _ in asset.bare } }

  fileprivate var assetBytes: Int64 { assets.reduce(0) { $0 + $1.size } }

  /// The same value with each asset replaced by what `transform` makes of it.
  package func mapAssets(_ transform: (Asset, _ position: Int) throws -> Asset) rethrows -> Self {
    switch self {
    case .asset(let asset): return .asset(try transform(asset, 0))
    case .list(let elements):
      return .list(
        try elements.enumerated().map { position, element in
          guard case .asset(let asset) = element else { return element }
          return .asset(try transform(asset, position))
        })
    case .string, .int64, .double, .date, .bytes, .location, .reference: return self
    }
  }
}
