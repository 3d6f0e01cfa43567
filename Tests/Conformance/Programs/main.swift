import AVFoundation
import Conformance

// Runs one of the programs on a file or an address, and prints the result.
//
//     ConformancePrograms screen|buttons|queue|sound|stream FILE

/// Runs the run loop until a condition holds.
@MainActor func runUntil(_ condition: () -> Bool) {
  while !condition() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ConformancePrograms PROGRAM FILE\n".utf8))
  exit(2)
}
let file = URL(fileURLWithPath: arguments[2])
switch arguments[1] {
case "screen":
  let screen = try PlayerScreen(url: file)
  print(screen.information)
  screen.pressStart()
  print(screen.button)
  runUntil { screen.finishCount > 0 }
  print(screen.button, screen.isPlaying)
case "buttons":
  let screen = try PlayerScreen(url: file)
  screen.pressStart()
  runUntil { screen.progress > 0 && screen.level > -60 }
  print(screen.button, screen.isPlaying, String(format: "%.1f", screen.level))
  screen.pressStart()
  print(screen.button, screen.isPlaying)
  screen.pressStart()
  print(screen.button, screen.isPlaying)
  screen.pressStop()
  print(screen.isPlaying, screen.finishCount)
case "queue":
  guard let player = QueuePlayer(url: file, volume: 0.5) else { exit(1) }
  player.play()
  print(String(format: "%.1f", player.highestPeak))
case "sound":
  let status = SystemSoundPlayer.play(file)
  print(status)
case "last-sound":
  // Ends at once while the sound continues.
  var sound: SystemSoundID = 0
  guard AudioServicesCreateSystemSoundID(file as CFURL, &sound) == 0 else { exit(1) }
  var completes: UInt32 = 1
  let status = AudioServicesSetProperty(
    kAudioServicesPropertyCompletePlaybackIfAppDies, 4, &sound, 4, &completes)
  AudioServicesPlaySystemSound(sound)
  print(status)
case "stream":
  guard let url = URL(string: arguments[2]) else { exit(1) }
  let player = StreamPlayer(url: url)
  runUntil { player.isStopped }
  print(player.log.joined(separator: "\n"))
default: exit(2)
}
