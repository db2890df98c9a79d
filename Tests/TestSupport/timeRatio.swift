/// The ratio of the time that one thing takes to the time of another.
///
/// The two run in turns and are compared by their lower quartiles: everything else that the machine does meets
/// both, and only ever makes them longer. For the same reason one attempt within `bound` is enough, and
/// the function returns the least of some attempts.
package func timeRatio(
  of one: () throws -> Duration, to other: () throws -> Duration, bound: Double, rounds: Int = 40,
  attempts: Int = 5
) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<attempts where least > bound {
    var times: (one: [Duration], other: [Duration]) = ([], [])
    for _ in 0..<rounds {
      times.other.append(try other())
      times.one.append(try one())
    }
    least = min(least, times.one.sorted()[rounds / 4] / times.other.sorted()[rounds / 4])
  }
  return least
}
