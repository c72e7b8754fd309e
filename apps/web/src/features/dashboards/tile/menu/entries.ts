import type { ComponentType } from 'react';
import { AlertEntry, CommentsEntry } from '../outside-entries.tsx';
import { CsvEntry } from './csv-entry.tsx';
import { ExportEntry } from './export-entry.tsx';
import { OpenQueryEntry } from './open-query-entry.tsx';
import { PictureEntry } from '../picture-entry.tsx';
import { ProvenanceEntry } from './provenance-entry.tsx';
import { RefreshEntry } from './refresh-entry.tsx';
import { RowsBehindEntry } from './rows-behind-entry.tsx';
import { TableEntry } from './table-entry.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

/** What can be done with what a tile shows, in this order: each is one item, or nothing. */
export const tileMenuEntries: ComponentType<TileMenuEntryProps>[] = [
  RefreshEntry,
  ProvenanceEntry,
  TableEntry,
  RowsBehindEntry,
  OpenQueryEntry,
  CsvEntry,
  ExportEntry,
  PictureEntry,
  AlertEntry,
  CommentsEntry,
];
