// Plays an Icecast station, which the desktop, media keys and `playerctl` see and control.
//
//     swift run Radio URL
//     swift run Radio --station FILE.mp3
//
// The second command starts a station that repeats the file, and plays that station.
// Without `--station`, the same source compiles for Apple's systems.

import MediaPlayer

let arguments = Array(CommandLine.arguments.dropFirst())
var address: String?
if arguments.count == 2, arguments[0] == "--station" {
  address = Station(file: arguments[1])?.start()
} else if arguments.count == 1 {
  address = arguments[0]
}
guard let address, let url = URL(string: address) else {
  FileHandle.standardError.write(Data("usage: Radio URL | --station FILE.mp3\n".utf8))
  exit(2)
}
print("plays \(url)")
let radio = Radio(url)
radio.play()
RunLoop.main.run()
