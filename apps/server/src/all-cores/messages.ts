import type { OwnPlace } from '#platform/egress/egress.ts';

/** What the keeper tells a process when it has begun. Never by the environment: others may read that. */
export type Begin = {
  type: 'begin';
  databaseUrl: string;
  samples: OwnPlace[];
  slot: number;
  count: number;
  secret: string;
};

/** Where the inner doors are, told again whenever one changes. */
export type Doors = { type: 'doors'; ports: [slot: number, port: number][] };

export type FromKeeper = Begin | Doors;

export type ToKeeper =
  | { type: 'listening'; port: number; door: number }
  | { type: 'failed'; message: string; code?: string | undefined };
