// SwiftPM wants a source in each target; this one has only its module map.
