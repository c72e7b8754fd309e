import type { NamedChart } from '@causeway/contract/charts.ts';
import type { TilePlace } from '@causeway/contract/dashboard-layout.ts';

export type SampleQuery = { name: string; description: string; sql: string };

export type SampleTile = TilePlace &
  (
    | { kind: 'text'; title: string; text: string }
    | { kind: 'number' | 'table'; title: string; query: SampleQuery }
    | { kind: 'chart'; title: string; query: SampleQuery; chart: NamedChart }
  );

export type SampleDashboard = {
  name: string;
  description: string;
  /** Where its queries are found in the editor. */
  folder: string;
  tiles: SampleTile[];
};
