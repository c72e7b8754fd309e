import type { ComponentType } from 'react';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';
import { AlertsEntry, PdfEntry, ShareEntry, SubscribeEntry } from '../outside/entries.tsx';
import { DefinitionEntry } from './definition-entry.tsx';
import { DeleteEntry } from './delete-entry.tsx';
import { DuplicateEntry } from './duplicate-entry.tsx';
import { FiltersEntry } from './filters-entry.tsx';
import { RenameEntry } from './rename-entry.tsx';
import { VersionsEntry } from './versions-entry.tsx';

/** What can be done with a dashboard as a whole, in this order: each is one item, or nothing. */
export const dashboardMenuEntries: ComponentType<DashboardMenuEntryProps>[] = [
  RenameEntry,
  FiltersEntry,
  VersionsEntry,
  DuplicateEntry,
  PdfEntry,
  ShareEntry,
  SubscribeEntry,
  AlertsEntry,
  DefinitionEntry,
  DeleteEntry,
];
