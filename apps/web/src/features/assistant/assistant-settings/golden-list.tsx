import { can } from '@causeway/contract/access.ts';
import { type GoldenQuestion, goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { goldenQuery, refreshGolden } from '#domain/assistant/golden-query.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import classes from './golden-list.module.css';

const tones: Record<GoldenQuestion['state'], StatusTone> = {
  ok: 'good',
  changed: 'busy',
  broken: 'failed',
};

/** Questions whose answers people verified; what a change of the schema broke stands on top. */
export function GoldenList({ project }: { project: Project }) {
  const { t } = useTranslation('assistant-settings');
  const golden = useQuery(goldenQuery(project.id));
  return (
    <QueryView query={golden} skeleton={<SkeletonLines count={3} />}>
      {(list) =>
        list.length === 0 ? (
          <p className={classes.none}>{t('golden.none')}</p>
        ) : (
          <ul className={classes.list}>
            {list.map((one) => (
              <GoldenLine key={one.id} project={project} golden={one} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

function GoldenLine({ project, golden }: { project: Project; golden: GoldenQuestion }) {
  const { t, i18n } = useTranslation('assistant-settings');
  const params = { projectId: project.id, goldenId: golden.id };
  const options = { onError: notifyError, onSettled: () => refreshGolden(project.id) };
  const check = useMutation({
    mutationFn: () => api.call(goldenRoutes.check, { params }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: () => api.call(goldenRoutes.remove, { params }),
    ...options,
  });
  const mayTeach = can(project.role, 'assistant.teach');
  const connector = project.connectors.find(({ id }) => id === golden.connectorId)?.name ?? '';
  const day = new Date(golden.verifiedAt).toLocaleDateString(i18n.language);
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <span className={classes.question}>{golden.question}</span>
        <span className={classes.about}>
          <StatusDot tone={tones[golden.state]} label={t(`golden.states.${golden.state}`)} />
          {t('golden.by', { connector, name: golden.verifiedBy ?? '–', day })}
        </span>
        {golden.problem !== null && (
          <span className={classes.problem}>
            {golden.state === 'changed'
              ? t('golden.nowGives', { columns: golden.problem })
              : golden.problem}
          </span>
        )}
        <details className={classes.sql}>
          <summary>SQL</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} aria-label="SQL">
            {golden.sql}
          </pre>
        </details>
      </div>
      {mayTeach && (
        <div className={classes.actions}>
          <Tooltip label={t('golden.check')}>
            <ActionIcon
              size={26}
              aria-label={t('golden.check')}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              <Icon name="refresh" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('golden.remove')}>
            <ActionIcon
              size={26}
              aria-label={t('golden.remove')}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </li>
  );
}
