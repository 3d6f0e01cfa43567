import CClient
import Testing

/// Sample buffers, block buffers, queues, attachments, and clocks of programs in C.
@Suite struct SamplesInCTests {
  @Test("programs in C make and read samples with the same functions")
  func inC() {
    #expect(CClientFindSamples() == 0)
  }
}
