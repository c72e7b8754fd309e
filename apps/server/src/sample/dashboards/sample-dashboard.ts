import type { NamedChart } from '@causeway/contract/dashboards/charts.ts';
import type { DashboardSettings } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { TilePlace } from '@causeway/contract/dashboards/layout.ts';
import type { ColumnFormat } from '@causeway/contract/number-formats.ts';
import type { QueryParameter } from '@causeway/contract/sql/queries.ts';

export type SampleQuery = {
  name: string;
  description: string;
  sql: string;
  parameters?: QueryParameter[];
};

export type SampleTile = TilePlace &
  (
    | { kind: 'text'; title: string; text: string }
    | { kind: 'link'; title: string; text: string; href: string }
    | (Asking &
        (
          | { kind: 'table' }
          | { kind: 'number'; isDownGood?: boolean }
          | { kind: 'chart'; chart: NamedChart }
          | { kind: 'gauge'; goal: number | null; look: 'ring' | 'bar' }
          | { kind: 'pivot'; pivot: null }
        ))
  );

type Asking = { title: string; query: SampleQuery; formats?: ColumnFormat[] };

/** What the sample shop earns is euros. */
export const euros: ColumnFormat = {
  column: null,
  style: 'currency',
  currency: 'EUR',
  decimals: 0,
};

export type SampleDashboard = {
  name: string;
  description: string;
  /** Where its queries are found in the editor. */
  folder: string;
  filters?: DashboardFilter[];
  settings?: DashboardSettings;
  tiles: SampleTile[];
};
