import { listChosen, type DroppedFile } from './dropped-files.ts';

/** Asks for files, or for a whole folder, where there is no button of its own on screen. */
export function chooseFiles(
  onFiles: (files: DroppedFile[]) => void,
  { isFolder = false } = {},
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = isFolder;
  input.addEventListener('change', () => onFiles(listChosen(input.files)), { once: true });
  input.click();
}
