public import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// Sets the graph whose nodes play the tracks.
///
/// Tracks whose destination was a node of another graph lose this destination.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inGraph: The graph, or nil for none.
/// - Returns: 0; `kAudioToolboxErr_InvalidPlayerState` while a player plays the sequence;
///   `kAudio_ParamError` if the sequence or the graph does not exist.
@c @implementation
public func MusicSequenceSetAUGraph(_ inSequence: MusicSequence, _ inGraph: AUGraph?) -> OSStatus {
  status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    if let inGraph = unsafe inGraph { _ = try unsafe UnitGraph.find(inGraph) }
    try sequence.checkIsStopped()
    let graph = UInt(bitPattern: inGraph)
    let isChanged = sequence.state.withLock { state in
      defer { state.graph = graph }
      return state.graph != graph
    }
    guard isChanged else { return }
    try sequence.edit { sequence throws(StatusError) in
      for track in sequence.tracks {
        if case .node = track.destination {
          sequence.update(track.number) { $0.destination = .standard }
        }
      }
    }
  }
}

/// Gets the graph of a sequence.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outGraph: On return, the graph, or nil without one.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetAUGraph(
  _ inSequence: MusicSequence, _ outGraph: UnsafeMutablePointer<AUGraph?>
) -> OSStatus {
  guard unsafe !isNull(outGraph) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let graph = try unsafe SequenceObject.find(inSequence).state.withLock { $0.graph }
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe outGraph.pointee = AUGraph(bitPattern: graph)
  }
}

/// Sets the MIDI destination of all tracks.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inEndpoint: The destination.
/// - Returns: 0; `kAudioToolboxErr_InvalidPlayerState` while a player plays the sequence;
///   `kAudio_ParamError` if the sequence does not exist.
@c @implementation
public func MusicSequenceSetMIDIEndpoint(
  _ inSequence: MusicSequence, _ inEndpoint: MIDIEndpointRef
) -> OSStatus {
  status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    try sequence.checkIsStopped()
    try sequence.edit { sequence throws(StatusError) in
      for track in sequence.tracks {
        sequence.update(track.number) { $0.destination = .endpoint(inEndpoint) }
      }
    }
  }
}

/// Sets the node that plays a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inNode: A node of the sequence's graph.
/// - Returns: 0; `kAudioToolboxErr_IllegalTrackDestination` if the sequence has no graph, or its
///   graph no such node; `kAudioToolboxErr_InvalidPlayerState` while a player plays the sequence;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackSetDestNode(_ inTrack: MusicTrack, _ inNode: AUNode) -> OSStatus {
  status { () throws(StatusError) in
    let track = try unsafe SequenceTrack.find(inTrack)
    try track.sequence.checkIsStopped()
    // Safe: the pointer is never dereferenced and only holds a number.
    let graph = unsafe AUGraph(bitPattern: track.sequence.state.withLock { $0.graph })
    let hasNode = unsafe graph.map { reference in
      unsafe (try? UnitGraph.find(reference))?.state.withLock { $0[inNode] != nil } ?? false
    }
    guard hasNode == true else { throw StatusError(kAudioToolboxErr_IllegalTrackDestination) }
    try track.edit { track throws(StatusError) in track.destination = .node(inNode) }
  }
}

/// Sets the MIDI destination of a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inEndpoint: The destination.
/// - Returns: 0; `kAudioToolboxErr_InvalidPlayerState` while a player plays the sequence;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackSetDestMIDIEndpoint(
  _ inTrack: MusicTrack, _ inEndpoint: MIDIEndpointRef
) -> OSStatus {
  status { () throws(StatusError) in
    let track = try unsafe SequenceTrack.find(inTrack)
    try track.sequence.checkIsStopped()
    try track.edit { track throws(StatusError) in track.destination = .endpoint(inEndpoint) }
  }
}

/// Gets the node that plays a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - outNode: On return, the node.
/// - Returns: 0; `kAudioToolboxErr_IllegalTrackDestination` if no node was set;
///   `kAudio_ParamError` if an argument is null; `kAudioToolboxErr_TrackNotFound` if the track does
///   not exist.
@c @implementation
public func MusicTrackGetDestNode(
  _ inTrack: MusicTrack, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
  guard unsafe !isNull(outNode) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    guard case .node(let node) = try unsafe SequenceTrack.find(inTrack).copy().destination else {
      throw StatusError(kAudioToolboxErr_IllegalTrackDestination)
    }
    unsafe outNode.pointee = node
  }
}

/// Gets the MIDI destination of a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - outEndpoint: On return, the destination.
/// - Returns: 0; `kAudioToolboxErr_IllegalTrackDestination` if no MIDI destination was set;
///   `kAudio_ParamError` if an argument is null; `kAudioToolboxErr_TrackNotFound` if the track does
///   not exist.
@c @implementation
public func MusicTrackGetDestMIDIEndpoint(
  _ inTrack: MusicTrack, _ outEndpoint: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  guard unsafe !isNull(outEndpoint) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let destination = try unsafe SequenceTrack.find(inTrack).copy().destination
    guard case .endpoint(let endpoint) = destination else {
      throw StatusError(kAudioToolboxErr_IllegalTrackDestination)
    }
    unsafe outEndpoint.pointee = endpoint
  }
}
