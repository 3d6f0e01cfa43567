/// A node that copies its input, or renders silence without one.
package final class PassThrough: GraphProcessor {
  package init() {}

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    if inputs.isEmpty {
      outputs[0].clear(count: slice.count)
    } else {
      outputs[0].fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    }
  }
}
