import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import type { QueryRows, ResultCondition, RunParameter } from '@causeway/contract/sql/queries.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import type { ReadyQuery } from '../ready-tile.tsx';

/** What an entry of a tile's menu knows of the tile. */
export type TileMenuEntryProps = {
  tile: AskingTile;
  title: string;
  query: ReadyQuery;
  /** As the tile asks now, filters included. */
  parameters: RunParameter[];
  /** What clicks on other tiles narrowed it to. */
  where: ResultCondition[];
  rows: UseQueryResult<QueryRows>;
  frame: RefObject<HTMLElement | null>;
  /** Opens a dialog, which stays when the menu closes. */
  show: (dialog: (close: () => void) => ReactNode) => void;
};
