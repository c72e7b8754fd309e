import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { type sayFinding, tableTitle } from '@causeway/contract/intelligence/texts.ts';
import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SqlActions } from '#domain/assistant/sql-actions.tsx';
import { tablePath } from '#domain/connectors/table-path.ts';
import { fixesQuery } from '#domain/intelligence/intelligence-query.ts';
import { SqlBlock } from '#platform/code-editor/sql-block.tsx';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useTellPageSubject } from '#platform/page-subject.ts';
import { Icon } from '#ui/icon.tsx';
import { AppliedFixes } from './applied-fixes.tsx';
import { FindingChartView } from './finding-chart.tsx';
import classes from './finding-details.module.css';
import { FindingMenu } from './finding-menu.tsx';
import { FindingUses } from './finding-uses.tsx';
import { FixDialog } from './fix-dialog.tsx';
import { MakeAlert } from './make-alert.tsx';

type FindingDetailsProps = {
  project: Project;
  finding: Finding;
  said: ReturnType<typeof sayFinding>;
  mayChange: boolean;
};

export function FindingDetails({ project, finding, said, mayChange }: FindingDetailsProps) {
  const { t } = useTranslation('intelligence');
  useTellPageSubject({ findingId: finding.id });
  const { dateTime } = useFormats();
  const [isFixing, setIsFixing] = useState(false);
  const fixes = useQuery(fixesQuery(project.id, finding.id));
  const isOnItsWay = fixes.data?.some(({ isRunning }) => isRunning) ?? false;
  const { schema, table, sql, connectorId, chart, uses } = finding;
  const connector = project.connectors.find(({ id }) => id === connectorId);
  const title = said.title.slice(0, 150);
  // How many there are changes; what is watched keeps its name.
  const place = [tableTitle(finding), finding.columns.join(', ')].filter(Boolean).join('.');
  const kindAndPlace = `${said.name}: ${place}`.slice(0, 150);
  return (
    <div className={classes.details}>
      <p className={classes.why}>{said.why}</p>
      {chart && <FindingChartView chart={chart} label={said.title} />}
      {uses.length > 0 && <FindingUses uses={uses} />}
      {sql && (
        <div className={classes.sql}>
          <SqlBlock text={sql} label={t('sql')} className={classes.code} />
          <SqlActions statement={{ projectId: project.id, connectorId, title, sql }} />
        </div>
      )}
      <p className={classes.dates}>
        {t('seen', { first: dateTime(finding.firstSeenAt), last: dateTime(finding.lastSeenAt) })}
      </p>
      {finding.note && (
        <p className={classes.dates}>{t('note', { by: finding.changedBy, note: finding.note })}</p>
      )}
      <AppliedFixes
        project={project}
        finding={finding}
        fixes={fixes.data ?? []}
        mayChange={mayChange}
      />
      <div className={classes.actions}>
        {mayChange && finding.hasFix && finding.state !== 'fixed' && !isOnItsWay && (
          <Button size="xs" leftSection={<Icon name="tools" />} onClick={() => setIsFixing(true)}>
            {t('fix.preview')}
          </Button>
        )}
        {schema === '' && table !== null && (
          <Button
            size="xs"
            variant="default"
            component={AppLink}
            href={scopedHref(`/explore/${keyToAddress(table)}`, project, connector)}
            leftSection={<Icon name="file" />}
          >
            {t('openFile')}
          </Button>
        )}
        {schema && table !== null && finding.facts.gone === undefined && (
          <Button
            size="xs"
            variant="default"
            component={AppLink}
            href={scopedHref(tablePath({ schema, table }), project, connector)}
            leftSection={<Icon name="table" />}
          >
            {t('openTable')}
          </Button>
        )}
        {mayChange && <MakeAlert project={project} finding={finding} title={kindAndPlace} />}
        {mayChange && <FindingMenu project={project} finding={finding} />}
      </div>
      {isFixing && (
        <FixDialog
          project={project}
          finding={finding}
          what={said.fix}
          onClose={() => setIsFixing(false)}
        />
      )}
    </div>
  );
}
