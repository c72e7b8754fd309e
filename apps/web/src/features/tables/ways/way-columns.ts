import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { Way } from '@causeway/contract/tables/view.ts';
import { isDated } from '#domain/filters/filter-choices.ts';
import type { ShownColumn, TableColumns } from '../table-columns.ts';
import { findCheckedValues } from './checked-values.ts';

type WayInput = { columns: TableColumns; details: TableDetails; way: Way };

/** The columns a way to look at rows is drawn by: those that were chosen, else those that suggest themselves. */
export type WayColumns = {
  title: ShownColumn | undefined;
  stack: ShownColumn | undefined;
  start: ShownColumn | undefined;
  end: ShownColumn | undefined;
  picture: ShownColumn | undefined;
};

export function findWayColumns({ columns, details, way }: WayInput): WayColumns {
  const { all, shown } = columns;
  const named = (name: string | undefined) => all.find((column) => column.name === name);
  const dated = all.filter(isDated);
  const stack = named(way.stack) ?? likeliestStack(all, details);
  const start = dated.find(({ name }) => name === way.start) ?? likeliestStart(dated);
  return {
    title:
      named(way.title) ??
      shown.find(({ name }) => name === details.labelColumn) ??
      shown.find((column) => column !== stack && suggestsTitle(column)) ??
      shown[0],
    stack,
    start,
    // Both by one clock, or a day would not say when it ends.
    end: start && listEnds(dated, start).find(({ name }) => name === way.end),
    picture: way.picture === '' ? undefined : (named(way.picture) ?? shown.find(suggestsPicture)),
  };
}

/** By what rows can be stacked; which of them have few values is seen when they are counted. */
export function listStackColumns(columns: readonly ShownColumn[]): ShownColumn[] {
  return columns.filter(
    (column) =>
      column.enumValues !== null ||
      column.category === 'B' ||
      column.foreignKey?.columns.length === 1 ||
      column.category === 'S',
  );
}

const STATES =
  /^(status|state|stage|phase|step|priority|kind|type|category|zustand|stufe|priorität|prioritaet|art|typ|kategorie)$/i;

function likeliestStack(
  columns: readonly ShownColumn[],
  { checks }: TableDetails,
): ShownColumn | undefined {
  const free = listStackColumns(columns).filter(({ isKey }) => !isKey);
  const isState = ({ name }: ShownColumn) => STATES.test(name);
  const enums = free.filter(({ enumValues }) => enumValues !== null);
  return (
    enums.find(isState) ??
    enums[0] ??
    free.find(({ name }) => findCheckedValues(checks, name)) ??
    free.find(isState) ??
    free.find(({ category }) => category === 'B') ??
    free.find(({ foreignKey }) => foreignKey)
  );
}

const BEGINNINGS = /(start|begin|from|due|at$|_on$|date|day|datum|termin|fällig|faellig)/i;
const WRITTEN =
  /^(created|updated|inserted|modified|deleted|erstell|angelegt|geändert|geaendert|aktualisiert|gelöscht|geloescht)/i;

function likeliestStart(dated: readonly ShownColumn[]): ShownColumn | undefined {
  // When a row was written is what people look for last.
  const meant = dated.filter(({ name }) => !WRITTEN.test(name));
  return meant.find(({ name }) => BEGINNINGS.test(name)) ?? meant[0] ?? dated[0];
}

/** What can say when something ends that begins there. */
export function listEnds(dated: readonly ShownColumn[], start: ShownColumn): ShownColumn[] {
  return dated.filter((one) => one !== start && isInstant(one) === isInstant(start));
}

/** Only instants move with a clock: a column without a zone means what it says. */
export function isInstant({ baseType }: Pick<ShownColumn, 'baseType'>): boolean {
  return baseType === 'timestamptz' || baseType === 'timestamp with time zone';
}

/** A number says little, and a text that leads elsewhere is what the row there is called. */
function suggestsTitle({ category, enumValues, foreignKey }: ShownColumn): boolean {
  return category === 'S' && enumValues === null && !foreignKey;
}

const PICTURES = /(image|photo|picture|avatar|thumb|logo|cover|icon|bild|foto)/i;

export function listPictureColumns(columns: readonly ShownColumn[]): ShownColumn[] {
  return columns.filter(({ category, enumValues }) => category === 'S' && enumValues === null);
}

function suggestsPicture(column: ShownColumn): boolean {
  return listPictureColumns([column]).length > 0 && PICTURES.test(column.name);
}
