import AudioProcessing
import Testing

/// Each kernel beside a plain loop.
@Suite struct MixingKernelTests {
  private static let counts = [0, 1, 7, 8, 33, 512]

  private func samples(_ count: Int, _ factor: Float) -> [Float] {
    (0..<count).map { factor * Float($0 % 31 - 15) }
  }

  @Test("samples are added with a level", arguments: counts)
  func adding(_ count: Int) {
    let (input, old) = (samples(count, 0.25), samples(count, 3))
    var sums = old
    var span = sums.mutableSpan
    MixingKernel.add(input.span, level: 0.5, to: &span)
    #expect(sums == zip(old, input).map { $0 + 0.5 * $1 })
  }

  @Test("a pan adds the near side, and both parts of the far side", arguments: counts)
  func panning(_ count: Int) {
    let (near, far) = (samples(count, 0.25), samples(count, -2))
    let old = samples(count, 3)
    var (nearSums, farSums) = (old, old)
    var first = nearSums.mutableSpan
    var second = farSums.mutableSpan
    let pan = MixingKernel.Pan(near: 0.5, across: 2, far: 4)
    MixingKernel.add(near.span, far.span, pan, to: &first, &second)
    #expect(nearSums == old.indices.map { old[$0] + (0.5 * near[$0] + 2 * far[$0]) })
    #expect(farSums == old.indices.map { old[$0] + 4 * far[$0] })
  }
}
