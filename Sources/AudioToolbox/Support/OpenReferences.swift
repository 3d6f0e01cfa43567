internal import AudioRealtime

/// The references that clients hold, for tests that detect leaks.
package enum OpenReferences {
  /// The number of queues, timelines, taps, run loop sources, files, streams, converters, units,
  /// graphs, sequences, tracks, and iterators.
  package static var count: Int {
    AudioQueueObject.all.count + AudioQueueObject.timelines.count
      + AudioQueueProcessingTap.all.count + RunLoopSource.count
      + AudioFileObject.all.count + ExtAudioFileObject.all.count
      + AudioFileStreamObject.all.count + AudioConverterObject.all.count + UnitInstance.all.count
      + UnitGraph.all.count + SequenceObject.all.count + SequenceObject.tracks.count
      + SequenceIterator.all.count
  }
}
