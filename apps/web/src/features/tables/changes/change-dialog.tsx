import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshCatalog } from '#domain/connectors/resources-query.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import type { Source } from '../tables-query.ts';
import { impactQuery, type Planned } from './change-impact.ts';
import classes from './changes.module.css';
import { ImpactNotes } from './impact-notes.tsx';
import { runStatements } from './run-statements.ts';

export type ChangeDialogProps = {
  source: Source;
  title: string;
  /** Empty as long as something is missing, or nothing would change. */
  statements: string[];
  /** What the button says that does it. */
  action: string;
  /** What is gone afterwards, of a change that can't be taken back. */
  loss?: string;
  /** Of a change of names or types that others rely on. */
  planned?: Planned;
  /** Right before: throws what keeps it from being done. */
  check?: (() => Promise<void>) | undefined;
  children?: ReactNode;
  onDone?: () => void;
  onClose: () => void;
};

/** One change to how tables are made: its fields, the SQL it is, and what the database says of it. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { source, title, statements, action, loss, planned, check, children, onDone, onClose } =
    props;
  const { t } = useTranslation('structure');
  const queryClient = useQueryClient();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const change = useMutation({
    mutationFn: async () => {
      await check?.();
      await runStatements(source.connectorId, statements);
    },
    onSuccess: () => {
      // Leads away first, where there is somewhere: what is gone must not be read again.
      onDone?.();
      onClose();
      void refreshCatalog(source.connectorId);
      void queryClient.invalidateQueries({ queryKey: ['queries', source.connectorId] });
    },
  });
  const isPlanned = planned !== undefined && planned.changes.length > 0;
  const isAsked = useIsAsked(source, isPlanned ? planned : undefined);
  const isReady = statements.length > 0 && !isAsked;
  const tap = useSingleTap(() => {
    if (isReady) change.mutate();
  });
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={title}
      size={640}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('change.cancel') }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          tap();
        }}
      >
        {loss && <p className={classes.loss}>{loss}</p>}
        {children}
        {isPlanned && <ImpactNotes source={source} planned={planned} />}
        {statements.length > 0 && (
          <SqlBlock
            text={`${statements.join(';\n')};`}
            label={t('change.sql')}
            className={classes.sql}
          />
        )}
        {change.error && (
          <div role="alert" className={classes.error}>
            <p>{errorText(change.error)}</p>
            {moreOf(change.error).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            data-autofocus={loss !== undefined || undefined}
            onClick={onClose}
          >
            {t('change.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            loading={change.isPending}
            {...(loss !== undefined && { color: 'red' })}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Until it is known what a change breaks, nobody makes it; when nobody can tell, it can be made. */
function useIsAsked(source: Source, planned: Planned | undefined): boolean {
  const asked = planned && impactQuery(source, planned);
  const { isPending } = useQuery(asked ?? { queryKey: ['impact', 'none'], queryFn: skipToken });
  return planned !== undefined && isPending;
}

/** What the database adds: which views need what would be dropped, which row has no partner. */
function moreOf(error: unknown): string[] {
  const { detail, hint } = (isErrorBody(error) && error.details) || {};
  return [detail, hint].filter((line) => typeof line === 'string');
}
