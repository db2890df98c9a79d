// Thin, so that a package may have another target of this name: `docs/cloudkit.md` says how.
@_exported public import CloudKitSyncEngine
