import { sqlEditorRoutes } from '@causeway/contract/sql-editor.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { readPlan, type Plan, type PlanNode } from './plan-tree.ts';
import classes from './plan-view.module.css';

type PlanViewProps = {
  connectorId: string;
  sql: string | undefined;
  bindings: Record<string, unknown>;
  mayAnalyze: boolean;
  isReading: boolean;
};

/** How the database would go about the statement; on request it does, and takes it back. */
export function PlanView({ connectorId, sql, bindings, mayAnalyze, isReading }: PlanViewProps) {
  const { t } = useTranslation('sql');
  const [analyzed, setAnalyzed] = useState<string>();
  const analyze = analyzed !== undefined && analyzed === sql;
  const plan = useQuery({
    queryKey: ['queries', connectorId, 'plan', sql, bindings, analyze],
    queryFn: async ({ signal }) => {
      const body = { connector: { id: connectorId }, sql: sql ?? '', bindings, analyze };
      const answer = await api.call(sqlEditorRoutes.plan, { body }, { signal });
      return readPlan(answer.plan) ?? null;
    },
    enabled: sql !== undefined,
    gcTime: 60_000,
  });
  if (sql === undefined) return <p className={classes.none}>{t('plan.none')}</p>;
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.sql}>{sql.split('\n', 1)[0]}</span>
        {plan.data && <Times plan={plan.data} />}
        {mayAnalyze && (
          <Button
            size="compact-xs"
            variant="default"
            loading={analyze && plan.isFetching}
            title={t(isReading ? 'plan.analyzeHint' : 'plan.analyzeWriteHint')}
            onClick={() => (analyze ? void plan.refetch() : setAnalyzed(sql))}
          >
            {t('plan.analyze')}
          </Button>
        )}
      </div>
      {!isReading && mayAnalyze && <p className={classes.warning}>{t('plan.analyzeWriteHint')}</p>}
      <div className={classes.tree}>
        <QueryView query={plan}>
          {(data) =>
            data ? (
              <ul className={classes.root} aria-label={t('plan.label')}>
                <Node node={data.root} />
              </ul>
            ) : (
              <p className={classes.none}>{t('plan.none')}</p>
            )
          }
        </QueryView>
      </div>
    </div>
  );
}

function Times({ plan }: { plan: Plan }) {
  const { t } = useTranslation('sql');
  const { tenths } = useFormats();
  if (plan.executionMs === undefined) return null;
  return (
    <span className={classes.times}>
      {t('plan.times', {
        planning: tenths(plan.planningMs ?? 0),
        execution: tenths(plan.executionMs),
      })}
    </span>
  );
}

function Node({ node }: { node: PlanNode }) {
  const { t } = useTranslation('sql');
  const { number, percent, tenths } = useFormats();
  const isHeavy = node.share >= 0.3;
  return (
    <li className={classes.item}>
      <div className={classes.node}>
        <div className={classes.line}>
          <span className={classes.title}>{node.title}</span>
          {node.subject && <span className={classes.subject}>{node.subject}</span>}
          <span className={classes.figures}>
            {node.actual
              ? t('plan.actual', {
                  rows: number(node.actual.rows),
                  expected: number(node.rows),
                  ms: tenths(node.actual.milliseconds),
                })
              : t('plan.expected', {
                  rows: number(node.rows),
                  cost: number(Math.round(node.cost)),
                })}
          </span>
          {node.isMisjudged && <span className={classes.misjudged}>{t('plan.misjudged')}</span>}
        </div>
        <div className={classes.bars}>
          <span
            className={classes.share}
            data-heavy={isHeavy || undefined}
            style={{ width: `${Math.max(1, node.share * 100)}%` }}
          />
        </div>
        <span className={classes.part}>{percent(node.share)}</span>
        {node.notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
      {node.children.length > 0 && (
        <ul className={classes.children}>
          {node.children.map((child) => (
            <Node key={child.id} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
