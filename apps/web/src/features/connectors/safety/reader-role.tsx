import { readerProblems, type safetyReport } from '@causeway/contract/connectors/checks.ts';
import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { isErrorBody } from '#platform/api/client.ts';
import { Icon } from '#ui/icon.tsx';
import { safetyQuery, useChangeSettings } from '../connectors-query.ts';
import { Problem } from '../problem.tsx';
import classes from './reader-role.module.css';

type Report = z.infer<typeof safetyReport>;
type ReaderRoleProps = { connector: Connector; report: Report; mayManage: boolean };

/** The role of the database that whoever may only read is switched to. */
export function ReaderRole({ connector, report, mayManage }: ReaderRoleProps) {
  const { t } = useTranslation('connectors');
  const queryClient = useQueryClient();
  const change = useChangeSettings(connector);
  const refusal = refusalOf(change.error);
  const [role, setRole] = useState(report.reader?.role ?? '');
  const save = (readerRole: string | null) =>
    change.mutate(
      { readerRole },
      { onSuccess: () => queryClient.invalidateQueries(safetyQuery(connector)) },
    );
  return (
    <>
      {report.reader && <ReaderState reader={report.reader} />}
      {mayManage && (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            save(role.trim() === '' ? null : role.trim());
          }}
        >
          <TextInput
            name="readerRole"
            label={t('reader.label')}
            description={t('reader.hint')}
            placeholder={report.readOnlyRoleName}
            maxLength={63}
            autoComplete="off"
            spellCheck={false}
            error={refusal && t(`reader.refused.${refusal}`)}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          {!refusal && <Problem error={change.error} />}
          <div>
            <Button
              type="submit"
              disabled={role.trim() === (report.reader?.role ?? '')}
              loading={change.isPending}
            >
              {t('reader.save')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

/** Why the role was not taken, where the server says so. */
function refusalOf(error: unknown): (typeof readerProblems)[number] | undefined {
  if (!isErrorBody(error) || error.code !== 'E_READER_ROLE') return undefined;
  return readerProblems.find((problem) => problem === error.details?.problem);
}

function ReaderState({ reader }: { reader: NonNullable<Report['reader']> }) {
  const { t } = useTranslation('connectors');
  const { role, problem, writableTables } = reader;
  const kind = problem ? 'danger' : writableTables > 0 ? 'warning' : 'good';
  const icons = { danger: 'error', warning: 'warning', good: 'success' } as const;
  return (
    <p className={classes.state} data-severity={kind}>
      <Icon name={icons[kind]} label={t(`safety.severity.${kind}`)} />
      <span>
        {problem
          ? t(`reader.problems.${problem}`, { role })
          : t(writableTables > 0 ? 'reader.writes' : 'reader.inUse', {
              role,
              count: writableTables,
            })}
      </span>
    </p>
  );
}
