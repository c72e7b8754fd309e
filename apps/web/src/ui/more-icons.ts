import type { IconDrawing } from './icons.ts';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs';
import IconChartTreemap from '@tabler/icons-react/dist/esm/icons/IconChartTreemap.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconCrop from '@tabler/icons-react/dist/esm/icons/IconCrop.mjs';
import IconCursorText from '@tabler/icons-react/dist/esm/icons/IconCursorText.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import IconFilePlus from '@tabler/icons-react/dist/esm/icons/IconFilePlus.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs';
import IconFileZip from '@tabler/icons-react/dist/esm/icons/IconFileZip.mjs';
import IconFiles from '@tabler/icons-react/dist/esm/icons/IconFiles.mjs';
import IconFlipHorizontal from '@tabler/icons-react/dist/esm/icons/IconFlipHorizontal.mjs';
import IconFlipVertical from '@tabler/icons-react/dist/esm/icons/IconFlipVertical.mjs';
import IconFocusCentered from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs';
import IconFolderPlus from '@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs';
import IconFolderSymlink from '@tabler/icons-react/dist/esm/icons/IconFolderSymlink.mjs';
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import IconPinFilled from '@tabler/icons-react/dist/esm/icons/IconPinFilled.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs';
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs';
import IconRotateClockwise from '@tabler/icons-react/dist/esm/icons/IconRotateClockwise.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import IconSortAscending from '@tabler/icons-react/dist/esm/icons/IconSortAscending.mjs';
import IconSortDescending from '@tabler/icons-react/dist/esm/icons/IconSortDescending.mjs';
import IconTableRow from '@tabler/icons-react/dist/esm/icons/IconTableRow.mjs';
import IconThumbDown from '@tabler/icons-react/dist/esm/icons/IconThumbDown.mjs';
import IconThumbUp from '@tabler/icons-react/dist/esm/icons/IconThumbUp.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs';

/** Icons that only some pages show. */
export const moreIcons = {
  userPlus: IconUserPlus,
  pinFilled: IconPinFilled,
  coins: IconCoins,
  bug: IconBug,
  grid: IconLayoutGrid,
  chart: IconChartBar,
  chartLine: IconChartLine,
  file: IconFile,
  fileText: IconFileText,
  video: IconVideo,
  audio: IconMusic,
  pdf: IconFileTypePdf,
  json: IconBraces,
  sort: IconArrowsSort,
  sortAscending: IconSortAscending,
  sortDescending: IconSortDescending,
  columns: IconColumns3,
  row: IconTableRow,
  eyeOff: IconEyeOff,
  stop: IconPlayerStop,
  share: IconShare,
  send: IconSend,
  globe: IconWorld,
  rocket: IconRocket,
  treemap: IconChartTreemap,
  crop: IconCrop,
  filePlus: IconFilePlus,
  files: IconFiles,
  fileZip: IconFileZip,
  flipHorizontal: IconFlipHorizontal,
  flipVertical: IconFlipVertical,
  folderMove: IconFolderSymlink,
  folderPlus: IconFolderPlus,
  pause: IconPlayerPause,
  rename: IconCursorText,
  rotateLeft: IconRotate,
  rotateRight: IconRotateClockwise,
  zoomIn: IconZoomIn,
  focus: IconFocusCentered,
  fit: IconMaximize,
  thumbUp: IconThumbUp,
  thumbDown: IconThumbDown,
} satisfies Record<string, IconDrawing>;
