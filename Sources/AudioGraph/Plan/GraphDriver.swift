/// An object that runs before each slice of a graph, on the render thread.
package protocol GraphDriver: AnyObject, Sendable {
  /// Prepares a slice.
  ///
  /// - Parameters:
  ///   - slice: The frames.
  ///   - sampleRate: The rate of the graph, in hertz.
  func advance(_ slice: GraphSlice, sampleRate: Double)
}

/// The drivers of a graph, which never change.
final class GraphDrivers: Sendable {
  let all: [any GraphDriver]

  init(_ all: [any GraphDriver]) { self.all = all }

  func advance(_ slice: GraphSlice, sampleRate: Double) {
    var index = 0
    while index < all.count {
      all[index].advance(slice, sampleRate: sampleRate)
      index += 1
    }
  }
}
