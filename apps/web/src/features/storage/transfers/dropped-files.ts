export type DroppedFile = { file: File; /** Below the folder it was dropped on. */ path: string };

/** Files of a drop or a paste, those inside of folders too, each with its way from the top. */
export async function readDropped(transfer: DataTransfer): Promise<DroppedFile[]> {
  // The list is emptied as soon as the event is over, so entries are taken before anything waits.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ file, path: file.name }));
  const found: DroppedFile[] = [];
  for (const entry of entries) await collect(entry, '', found);
  return found;
}

/** Files of a file chooser; with a folder chosen, each knows its way from there. */
export function listChosen(files: FileList | null): DroppedFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** Screenshots are pasted as image.png, every one of them: the time tells them apart. */
export function namePasted(dropped: DroppedFile[], now = new Date()): DroppedFile[] {
  const time = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  return dropped.map(({ file, path }) => ({
    file,
    path: /^image\.\w+$/.test(path) ? path.replace('image', `Pasted ${time}`) : path,
  }));
}

async function collect(entry: FileSystemEntry, folder: string, found: DroppedFile[]) {
  if (entry.isFile) {
    const file = await readFile(entry as FileSystemFileEntry);
    found.push({ file, path: folder + entry.name });
    return;
  }
  for (const child of await listEntries(entry as FileSystemDirectoryEntry)) {
    await collect(child, `${folder}${entry.name}/`, found);
  }
}

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A folder is told in pieces of a hundred; an empty piece is its end. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (piece.length === 0) return entries;
    entries.push(...piece);
  }
}
