import { explainSql, getInsights } from './insights.ts';
import { measure } from './measure.ts';
import { deleteRows, insertRows, updateRows } from './rows.ts';
import { describeTable, listTables, searchSchema } from './schema.ts';
import { offerChoices, present, runSql } from './sql.ts';
import type { Tool } from './tool.ts';
import { addTile, draftWorkflow, saveQuery } from './writing.ts';
import { findSaved, makeLink, readFile, searchSnippets, showDashboard } from './finding.ts';

/** Everything a model can have done, in the order it is told of it. */
export const allTools: readonly Tool[] = [
  listTables,
  searchSchema,
  describeTable,
  measure,
  runSql,
  explainSql,
  getInsights,
  present,
  offerChoices,
  findSaved,
  showDashboard,
  searchSnippets,
  readFile,
  makeLink,
  saveQuery,
  addTile,
  draftWorkflow,
];

/** What programs alone may propose: nothing in a conversation writes rows, so no text in them can ask for it. */
export const rowTools: readonly Tool[] = [insertRows, updateRows, deleteRows];

export function findTool(name: string): Tool | undefined {
  return [...allTools, ...rowTools].find((tool) => tool.name === name);
}
