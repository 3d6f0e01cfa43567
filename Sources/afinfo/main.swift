import InfoTool
import ToolSupport

CommandLineTool.info.main()
