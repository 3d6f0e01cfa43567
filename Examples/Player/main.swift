// Plays audio files at a terminal, with a progress bar, the elapsed time, and meters. Keys play and
// pause; the player also pauses when headphones are unplugged.
//
//     swift run Player FILE...
//
// The same source compiles on macOS.

import AVFoundation
import Foundation

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
  FileHandle.standardError.write(Data("usage: Player FILE...\n".utf8))
  exit(2)
}
let controller = PlayerController(paths.map { URL(fileURLWithPath: $0) })
controller.start()
RunLoop.main.run()
