/// A node that copies its input, or renders silence without one.
package final class PassThrough: GraphProcessor {
  package init() {}

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    outputs[0].take(inputs, count: slice.count)
  }
}
