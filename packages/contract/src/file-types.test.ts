import { expect, test } from 'vitest';
import { fileTypeOf } from './file-types.ts';

test.each([
  ...['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg', 'avif', 'bmp', 'ico', 'tiff', 'heic'].map(
    (extension) => [`a.${extension}`, 'image'],
  ),
  ['clip.webm', 'video'],
  ['clip.mp4', 'video'],
  ['clip.mov', 'video'],
  ['song.mp3', 'audio'],
  ['report.pdf', 'pdf'],
  ['data.json', 'json'],
  ['rows.csv', 'csv'],
  ['rows.parquet', 'parquet'],
  ['README.md', 'markdown'],
  ['notes.txt', 'text'],
  ['archive.tar.gz', 'other'],
  ['Makefile', 'other'],
  ['.png', 'other'],
  ['PHOTO.JPG', 'image'],
  ['2024.01/photo', 'other'],
  ['photos/', 'folder'],
  ['photo.png/', 'folder'],
])('OBJ-3 %s is %s', (name, type) => {
  expect(fileTypeOf(name)).toBe(type);
});
