/// The invariants that every run is held to, by their numbers.
package enum Invariants {
  package static func checkers() -> [any Checker] {
    [
      NoSilentLoss(), AtomicIntent(), RestartEquivalence(), AckMeansStored(), SingleEffect(),
      GenerationSafety(), SoundCoalescing(), ComposeOrder(), HonestToken(), PageOnce(),
      FreshDevice(), ReverseBootstrap(), ResyncKeepsUnsent(), AtRestEqualsCloud.afterResync,
      NoLostZone(),
      Convergence(), MonotoneRead(), NoResurrection(), ImmutableFields(), UnknownFieldsSurvive(),
      ReactionSet(), RightDatabase(),
      NoWriteWithoutRight(), SealedStaysQuiet(), EpochGuard(), AtRestEqualsCloud.afterRejoining,
      OwnerKeeps(), OneZoneOneShare(), Progress(), Isolation(), Quiescence(), RespectedPause(),
      BoundedWork(),
      ZoneMadeOnce(), LegalBatch(), EventTruth(), StatusHonesty(), NoGhost(),
      FilesArrive(), UnseenStaysUnread(),
    ]
  }
}
