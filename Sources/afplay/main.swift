import PlayTool
import ToolSupport

CommandLineTool.play.main()
