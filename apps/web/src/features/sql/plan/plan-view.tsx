import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { sqlEditorRoutes, type OpenTransaction } from '@causeway/contract/sql/editor.ts';
import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { FailedRun } from '../results/failed-run.tsx';
import { readDuckPlan } from './duck-plan.ts';
import { PlanNode } from './plan-node.tsx';
import { readPlan, type Plan } from './plan-tree.ts';
import classes from './plan-view.module.css';

type PlanViewProps = {
  connectorId: string;
  /** Over files a plan takes the files themselves, so it is made when asked for, not while typing. */
  isFiles: boolean;
  statement: SqlStatement | undefined;
  bindings: Record<string, unknown>;
  /** The whole text the statement stands in. */
  text: string;
  mayAnalyze: boolean;
  /** The tab's own: the plan is made with what it has done so far. */
  transaction: OpenTransaction | null;
  isReading: boolean;
  onShow: (statement: SqlStatement, place?: number) => void;
};

const PAUSE_MS = 350;

/** How the database would go about the statement; on request it does, and takes it back. */
export function PlanView(props: PlanViewProps) {
  const { connectorId, isFiles, statement, bindings, text, mayAnalyze, isReading } = props;
  const { transaction } = props;
  const { t } = useTranslation('sql');
  const [sql] = useDebouncedValue(statement?.text, PAUSE_MS);
  const [asked, setAsked] = useState(statement?.text);
  const shown = JSON.stringify([connectorId, sql, bindings, transaction && stateOf(transaction)]);
  const [analyzed, setAnalyzed] = useState<string>();
  // Measuring runs the statement: what is another one by now, nobody asked to run.
  if (analyzed !== undefined && analyzed !== shown) setAnalyzed(undefined);
  const analyze = analyzed === shown;
  const isWanted = !isFiles || asked === sql;
  const plan = useQuery({
    queryKey: [
      'queries',
      connectorId,
      'plan',
      sql,
      bindings,
      analyze,
      transaction && stateOf(transaction),
    ],
    queryFn: async ({ signal }) => {
      const body = { connector: { id: connectorId }, sql: sql ?? '', bindings, analyze };
      const inside = transaction && { transactionId: transaction.id };
      const answer = isFiles
        ? await api.call(fileRoutes.plan, { body }, { signal })
        : await api.call(sqlEditorRoutes.plan, { body: { ...body, ...inside } }, { signal });
      return (isFiles ? readDuckPlan(answer.plan) : readPlan(answer.plan)) ?? null;
    },
    enabled: sql !== undefined && isWanted,
    // What was measured is neither measured again unasked, nor shown where that is asked for.
    gcTime: analyze ? 0 : 60_000,
    refetchOnReconnect: !analyze,
    retry: false,
  });
  if (!statement || sql === undefined) return <p className={classes.none}>{t('plan.none')}</p>;

  function measure() {
    setAsked(sql);
    if (analyze) void plan.refetch();
    else setAnalyzed(shown);
  }

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
            onClick={measure}
          >
            {t('plan.analyze')}
          </Button>
        )}
      </div>
      {!isReading && mayAnalyze && <p className={classes.warning}>{t('plan.analyzeWriteHint')}</p>}
      {isWanted ? (
        // A large plan scrolls, which a keyboard needs a tab stop for.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.tree} aria-label={t('plan.region')} tabIndex={0}>
          {plan.error ? (
            <FailedRun error={plan.error} statement={statement} sql={text} onShow={props.onShow} />
          ) : (
            <QueryView query={plan}>{(data) => <Tree plan={data} />}</QueryView>
          )}
        </section>
      ) : (
        <div className={classes.ask}>
          <Button size="compact-sm" variant="default" onClick={() => setAsked(sql)}>
            {t('plan.ask')}
          </Button>
          <p>{t('plan.askLine')}</p>
        </div>
      )}
    </div>
  );
}

/** What a plan that is made inside it depends on. */
function stateOf({ id, statements, state }: OpenTransaction) {
  return { id, statements, state };
}

function Tree({ plan }: { plan: Plan | null }) {
  const { t } = useTranslation('sql');
  if (!plan) return <p className={classes.none}>{t('plan.none')}</p>;
  return (
    <ul className={classes.root} aria-label={t('plan.label')}>
      <PlanNode node={plan.root} />
    </ul>
  );
}

function Times({ plan: { planningMs, executionMs } }: { plan: Plan }) {
  const { t } = useTranslation('sql');
  const { tenths } = useFormats();
  if (executionMs === undefined) return null;
  const execution = tenths(executionMs);
  return (
    <span className={classes.times}>
      {planningMs === undefined
        ? t('plan.time', { execution })
        : t('plan.times', { planning: tenths(planningMs), execution })}
    </span>
  );
}
