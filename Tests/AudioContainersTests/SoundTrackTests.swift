import AudioContainers
import Testing

/// The tracks of a movie that play together.
@Suite struct SoundTrackTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var tracks: [SoundTrack]
    var played: [Int]
  }

  private static func track(
    _ group: UInt16, isEnabled: Bool = true, isReadable: Bool = true
  ) -> SoundTrack {
    SoundTrack(
      identifier: 1, isEnabled: isEnabled, alternateGroup: group, isReadable: isReadable)
  }

  @Test(
    "tracks without alternatives play, and one of each group",
    arguments: [
      Case(testDescription: "no track", tracks: [], played: []),
      Case(testDescription: "two tracks", tracks: [track(0), track(0)], played: [0, 1]),
      Case(
        testDescription: "a disabled track", tracks: [track(0, isEnabled: false), track(0)],
        played: [1]),
      Case(
        testDescription: "the second of a group is enabled",
        tracks: [track(1, isEnabled: false), track(1)], played: [1]),
      Case(
        testDescription: "all of a group are enabled",
        tracks: [track(1), track(1), track(2), track(0)], played: [0, 2, 3]),
      Case(
        testDescription: "an unreadable track", tracks: [track(1, isReadable: false), track(1)],
        played: [1]),
      Case(
        testDescription: "none is enabled",
        tracks: [
          track(1, isEnabled: false, isReadable: false), track(1, isEnabled: false),
          track(0, isEnabled: false),
        ], played: [1]),
    ])
  func played(_ expected: Case) {
    #expect(expected.tracks.playedIndices == expected.played)
  }
}
