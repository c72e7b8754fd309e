import { z } from 'zod';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { connectorOf } from './schema.ts';
import { askRows } from './sql.ts';
import { defineTool } from './tool.ts';
import { isTold, requireToldStatement } from './withheld.ts';

const MOST_FINDINGS = 20;

export const getInsights = defineTool({
  name: 'get_insights',
  description:
    'What checks of the product found about this database, the gravest first: gaps, doubles, missing indexes, ' +
    'broken references. Say so where it matters for an answer.',
  input: z.object({ table: z.string().min(1).max(300).optional() }),
  effect: 'reads',
  scope: 'data:read',
  run: async (context, { table }) => {
    const { as, projectId, signal, level } = context;
    const { id: connectorId } = connectorOf(context);
    const { items, total } = await as.call(
      intelligenceRoutes.list,
      {
        params: { projectId },
        query: { connectorId, limit: MOST_FINDINGS, ...(table !== undefined && { table }) },
      },
      { signal },
    );
    const told = await Promise.all(items.map((finding) => isTold(context, finding)));
    const shown = items.filter((_, index) => told[index]);
    // What a check found may name values; which check it was does not.
    const isOpen = level === 'samples' || level === 'full';
    return {
      told: {
        total: total - (items.length - shown.length),
        findings: shown.map((finding) => ({
          check: finding.check,
          severity: finding.severity,
          table: finding.table,
          columns: finding.columns,
          ...(isOpen && { facts: finding.facts }),
        })),
      },
      step: { about: table ?? '' },
      ...(isOpen && shown.length > 0 && { sources: ['findings'] }),
    };
  },
});

export const explainSql = defineTool({
  name: 'explain_sql',
  description:
    'The plan of a SELECT, without running it: which indexes it uses, how many rows it expects.',
  input: z.object({ sql: z.string().min(1).max(20_000) }),
  effect: 'reads',
  scope: 'data:read',
  run: async (context, { sql }) => {
    await requireToldStatement(context, sql);
    const { rows } = await askRows(context, `explain ${sql}`);
    const lines = rows.rows.map(([line]) => String(line ?? ''));
    const isOpen = context.isTrusted || context.level !== 'schema';
    return {
      // Expected rows are numbers over groups, too.
      told: isOpen ? { plan: lines.join('\n').slice(0, 8_000) } : { plan: 'shown to the person' },
      step: { about: '', sql: `explain ${sql}`, rows },
    };
  },
});
