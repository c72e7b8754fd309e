import {
  refOfKey,
  type AppliedDraft,
  type DraftChange,
  type RowImage,
  type StagedInsert,
  type StagedUpdate,
  type StagedValue,
} from '@causeway/contract/tables/edits.ts';
import { hashKey } from '@tanstack/react-query';
import type { Draft, Patch } from './draft-changes.ts';
import type { SeenRow } from './stage.ts';

type WrittenRow = AppliedDraft['rows'][number];
type Named = Pick<SeenRow, 'key' | 'version'>;

/** Saves beyond are forgotten: only what is being typed into right then has to know of one. */
const MOST_KEPT = 10_000;

/**
 * What rows are since this page saved them. An editor that was open meanwhile knows them as they were:
 * what is typed there next is an edit of the new row, or of the new version, and no conflict with
 * one's own write.
 */
export function createWrittenRows() {
  const rows = new Map<string, Named & { columns: string[] }>();
  const renamed = new Map<string, string>();

  function note(saved: Draft, written: readonly WrittenRow[]): void {
    if (rows.size > MOST_KEPT) rows.clear();
    renamed.clear();
    for (const { ref, key, version } of written) {
      const change = saved.get(ref);
      if (!change || change.kind === 'delete' || !key) continue;
      if (refOfKey(key) !== ref) renamed.set(ref, refOfKey(key));
      const before = change.kind === 'insert' ? null : change.version;
      // Where rows have no version, one that was read since looks the same.
      if (change.kind === 'update' && (before === null || before === version)) continue;
      rows.set(nameOf(ref, before), { key, version, columns: Object.keys(change.values) });
    }
  }

  /** A row as it is after what was saved of it; nothing is known of what the database made of that. */
  function seenNow(seen: SeenRow): SeenRow {
    const next = rows.get(nameOf(refOfKey(seen.key), seen.version));
    if (!next) return seen;
    const { key, version, columns } = next;
    return seenNow({ key, version, image: without(seen.image, columns) });
  }

  /** The row that a new one became; undefined until it is saved. */
  function findSaved(ref: string): SeenRow | undefined {
    const saved = rows.get(nameOf(ref, null));
    return saved && seenNow({ key: saved.key, version: saved.version, image: {} });
  }

  /** What a row is known by since it was saved. */
  function refNow(ref: string): string {
    return renamed.get(ref) ?? ref;
  }

  return { note, seenNow, findSaved, refNow };
}

/** What was staged while rows were being saved, as edits of the rows that are there now. */
export function stagedSince(saved: Draft, staged: Patch, written: readonly WrittenRow[]): Patch {
  const puts = new Map(staged.put.map((change) => [change.ref, change]));
  const drops = new Set(staged.drop);
  const patch: Patch = { put: [], drop: [] };
  for (const { ref, key, version } of written) {
    const before = saved.get(ref);
    const after = puts.get(ref);
    if (!before || before.kind === 'delete' || !key || (!after && !drops.has(ref))) continue;
    const next = changeFrom(before, after, { key, version });
    if (next) patch.put.push(next);
    if (next?.ref !== ref) patch.drop.push(ref);
  }
  return patch;
}

/** The change that leads from what was saved to what is wanted; undefined where that is the same. */
function changeFrom(
  saved: StagedInsert | StagedUpdate,
  wanted: DraftChange | undefined,
  { key, version }: Named,
): DraftChange | undefined {
  const row = { ref: refOfKey(key), key, version };
  const isRemoved = wanted ? wanted.kind === 'delete' : saved.kind === 'insert';
  const seen = saved.kind === 'update' ? saved.base : {};
  const base = { ...seen, ...(wanted && 'base' in wanted && wanted.base) };
  // A version tells of the whole row, also of what the database made of the values.
  const known = version === null ? { ...base, ...textsOf(saved.values) } : {};
  if (isRemoved) return { kind: 'delete', ...row, base: known };
  const values = { ...(wanted && 'values' in wanted && wanted.values) };
  for (const [name, value] of Object.entries(saved.values)) {
    if (hashKey([values[name]]) === hashKey([value])) delete values[name];
    else values[name] ??= saved.kind === 'insert' ? { default: true } : valueOf(base[name]);
  }
  const names = Object.keys(values);
  if (names.length === 0) return undefined;
  const unsaved = without(base, Object.keys(saved.values));
  const seenOf = Object.entries({ ...unsaved, ...known }).filter(([name]) => names.includes(name));
  return { kind: 'update', ...row, base: Object.fromEntries(seenOf), values };
}

function textsOf(values: Record<string, StagedValue>): RowImage {
  const texts = Object.entries(values).flatMap(([name, value]) => {
    if ('default' in value) return [];
    return [[name, 'set' in value ? value.set : null] as const];
  });
  return Object.fromEntries(texts);
}

function valueOf(text: string | null | undefined): StagedValue {
  return text === null || text === undefined ? { null: true } : { set: text };
}

function without(image: RowImage, columns: readonly string[]): RowImage {
  return Object.fromEntries(Object.entries(image).filter(([name]) => !columns.includes(name)));
}

function nameOf(ref: string, version: string | null): string {
  return JSON.stringify([ref, version]);
}
