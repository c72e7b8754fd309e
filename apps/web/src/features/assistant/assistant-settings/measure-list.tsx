import { can } from '@causeway/contract/access.ts';
import { measureChangeRoutes, type OwnMeasure } from '@causeway/contract/assistant/measures.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import classes from './golden-list.module.css';
import { MeasureForm } from './measure-form.tsx';
import { measuresQuery, refreshMeasures } from './measures-query.ts';

/** What the numbers of a project mean; what a change of the schema broke stands on top. */
export function MeasureList({ project }: { project: Project }) {
  const { t } = useTranslation('assistant-settings');
  const measures = useQuery(measuresQuery(project.id));
  const [edited, setEdited] = useState<string>();
  const mayTeach = can(project.role, 'assistant.teach');
  const hasDatabase = project.connectors.some(({ implementation }) => implementation === 'sql');
  const close = () => setEdited(undefined);
  return (
    <>
      <QueryView query={measures} skeleton={<SkeletonLines count={3} />}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.none}>{t('measures.none')}</p>
          ) : (
            <ul className={classes.list}>
              {list.map((one) => (
                <li key={one.id} className={classes.line}>
                  {edited === one.id ? (
                    <MeasureForm project={project} measure={one} onClose={close} />
                  ) : (
                    <MeasureLine
                      project={project}
                      measure={one}
                      mayTeach={mayTeach}
                      onEdit={() => setEdited(one.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {mayTeach && hasDatabase && (
        <div className={classes.add}>
          {edited === 'new' ? (
            <MeasureForm project={project} onClose={close} />
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="plus" />}
              onClick={() => setEdited('new')}
            >
              {t('measures.add')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type MeasureLineProps = {
  project: Project;
  measure: OwnMeasure;
  mayTeach: boolean;
  onEdit: () => void;
};

function MeasureLine({ project, measure, mayTeach, onEdit }: MeasureLineProps) {
  const { t, i18n } = useTranslation('assistant-settings');
  const { name, synonyms, expression, filter, problem, state } = measure;
  const params = { projectId: project.id, measureId: measure.id };
  const remove = useMutation({
    mutationFn: () => api.call(measureChangeRoutes.remove, { params }),
    onError: notifyError,
    onSettled: () => refreshMeasures(project.id),
  });
  const connector = project.connectors.find(({ id }) => id === measure.connectorId)?.name ?? '';
  const [own, other] = i18n.language === 'de' ? [name.de, name.en] : [name.en, name.de];
  const called = own || other;
  const alsoCalled = [...(other === called ? [] : [other]), ...synonyms].filter(Boolean);
  const ask = async () => {
    const isSure = await confirmDialog({
      title: t('measures.question', { name: called }),
      lead: 'happens',
      losses: [t('measures.lost')],
      confirmLabel: t('measures.remove'),
    });
    if (isSure) remove.mutate();
  };
  return (
    <>
      <div className={classes.what}>
        <span className={classes.question}>{called}</span>
        <code className={classes.formula}>
          {filter === null ? expression : `${expression} where ${filter}`}
        </code>
        <span className={classes.about}>
          <StatusDot
            tone={state === 'ok' ? 'good' : 'failed'}
            label={t(`measures.states.${state}`)}
          />
          {t('measures.of', { connector, table: measure.table, name: measure.definedBy ?? '–' })}
        </span>
        {alsoCalled.length > 0 && (
          <span className={classes.about}>
            {t('measures.also', { names: alsoCalled.join(', ') })}
          </span>
        )}
        {problem !== null && <span className={classes.problem}>{problem}</span>}
      </div>
      {mayTeach && (
        <div className={classes.actions}>
          <Tooltip label={t('measures.edit')}>
            <ActionIcon
              size={26}
              aria-label={t('measures.editNamed', { name: called })}
              onClick={onEdit}
            >
              <Icon name="edit" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('measures.remove')}>
            <ActionIcon
              size={26}
              aria-label={t('measures.removeNamed', { name: called })}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </>
  );
}
