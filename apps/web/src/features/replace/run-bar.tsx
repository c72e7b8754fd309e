import {
  replaceRoutes,
  type ChosenRows,
  type ReplaceConflict,
  type Replacement,
} from '@causeway/contract/replace.ts';
import type { RouteAnswer } from '@causeway/contract/route.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ledgerKey } from '#domain/ledger/change-set-query.ts';
import { RevertSet } from '#domain/ledger/revert-set.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './run-bar.module.css';

type TextKey = Record<string, string>;
type RunBarProps = {
  connectorId: string;
  replacement: Replacement;
  /** Undefined where no row is ticked. */
  chosen: ChosenRows | undefined;
  /** Of the very rows that are ticked; undefined while that is not known. */
  check: RouteAnswer<typeof replaceRoutes.check> | undefined;
  isChecking: boolean;
  checkError: unknown;
  /** There is nothing that could be run. */
  isIdle: boolean;
  onExclude: (keys: TextKey[]) => void;
  onDone: () => void;
};

/** Tells what the database would refuse before anything runs; the button names the number it will change. */
export function RunBar(props: RunBarProps) {
  const { connectorId, replacement, chosen, check, isChecking, checkError, isIdle } = props;
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const run = useMutation({
    mutationFn: (asked: { replacement: Replacement; expectedRows: number }) =>
      api.call(replaceRoutes.run, {
        body: { connector: { id: connectorId }, ...chosen, ...asked },
      }),
    onSuccess: props.onDone,
    onSettled: () =>
      Promise.all(
        [['replace', connectorId], ledgerKey(connectorId), ['tables', connectorId]].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const conflicts = check?.conflicts ?? [];
  const unforeseen = check?.unforeseen ?? [];
  // A failure is about what was tried; what is typed since has not been.
  const isSame = JSON.stringify(run.variables?.replacement) === JSON.stringify(replacement);
  const problem = (isSame ? run.error : null) ?? checkError;
  const done = run.data;
  return (
    <>
      {done && (
        <output className={classes.done}>
          <Icon name="success" />
          <span className={classes.words}>
            {[
              t('done.matches', { count: done.matches, number: number(done.matches) }),
              t('done.rows', { count: done.rows, number: number(done.rows) }),
            ].join(' ')}
          </span>
          {done.changeSetId && (
            <RevertSet
              size="compact-sm"
              connectorId={connectorId}
              changeSetId={done.changeSetId}
              screen="replace"
              label={t('undo')}
            />
          )}
        </output>
      )}
      {!isIdle && (
        <footer className={classes.bar}>
          <div className={classes.words}>
            {problem ? (
              <p className={classes.problem} role="alert">
                <Icon name="error" /> {errorText(problem)}
              </p>
            ) : (
              conflicts.map((conflict) => (
                <Conflict
                  key={conflict.kind + conflict.rule}
                  conflict={conflict}
                  onExclude={props.onExclude}
                />
              ))
            )}
            {unforeseen.length > 0 && (
              <p className={classes.note}>
                {t('unforeseen', { count: unforeseen.length, rules: unforeseen.join(', ') })}
              </p>
            )}
          </div>
          <Button
            loading={run.isPending || (isChecking && !problem)}
            disabled={!chosen || !check || check.rows === 0 || conflicts.length > 0}
            leftSection={<Icon name="replace" />}
            onClick={() => check && run.mutate({ replacement, expectedRows: check.rows })}
          >
            {chosen && check
              ? t('run', { count: check.rows, number: number(check.rows) })
              : t('runUnknown')}
          </Button>
        </footer>
      )}
    </>
  );
}

type ConflictProps = { conflict: ReplaceConflict; onExclude: (keys: TextKey[]) => void };

function Conflict({ conflict, onExclude }: ConflictProps) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const { kind, rule, rows, keys } = conflict;
  return (
    <p className={classes.conflict}>
      <Icon name="warning" />
      <span>
        {t(`conflictIn.${kind}`, { count: rows, number: number(rows), rule })}{' '}
        {keys.length > 0 && (
          <button type="button" className={classes.act} onClick={() => onExclude(keys)}>
            {t('leaveOut', { count: keys.length, number: number(keys.length) })}
          </button>
        )}
      </span>
    </p>
  );
}
