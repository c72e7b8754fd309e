import { can } from '@causeway/contract/access.ts';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChooseDatabase } from '#domain/connectors/choose-database.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { ColumnsStep } from './columns-step.tsx';
import { LiveSide } from './live-side.tsx';
import { ReviewStep } from './review-step.tsx';
import { TemplateStep } from './template-step.tsx';
import { useWizard } from './use-wizard.ts';
import classes from './wizard-page.module.css';
import { wizardSteps } from './wizard-state.ts';

export default function WizardPage() {
  const { project, connector } = useCurrentProject();
  if (!project || connector?.implementation !== 'sql') {
    return (
      <PageFrame>
        <ChooseDatabase />
      </PageFrame>
    );
  }
  const mayWrite = can(project.role, 'sql.write');
  return (
    <OpenWizard
      key={connector.id}
      projectId={project.id}
      connector={connector}
      mayWrite={mayWrite}
    />
  );
}

type OpenWizardProps = { projectId: string; connector: Connector; mayWrite: boolean };

/** Three steps to a query, its SQL and a sample beside each of them. */
function OpenWizard({ projectId, connector, mayWrite }: OpenWizardProps) {
  const { t } = useTranslation('sql');
  const scopedHref = useScopedHref();
  const wizard = useWizard(connector.id);
  const { step, table, sql, goTo } = wizard;
  const place = wizardSteps.indexOf(step);
  const mayGoOn = step === 'template' ? table !== undefined : sql !== undefined;
  const next = wizardSteps[place + 1];
  const before = wizardSteps[place - 1];
  return (
    <div className={classes.page} ref={fillPage}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('wizard.title')}</h1>
        <ol className={classes.steps} aria-label={t('wizard.steps')}>
          {wizardSteps.map((one, at) => {
            const isOpen = at <= place || (table !== undefined && (at === 1 || sql !== undefined));
            return (
              <li key={one}>
                <button
                  type="button"
                  className={classes.step}
                  aria-current={one === step ? 'step' : undefined}
                  disabled={!isOpen}
                  onClick={() => goTo(one)}
                >
                  <span className={classes.number}>{at + 1}</span> {t(`wizard.step.${one}`)}
                </button>
              </li>
            );
          })}
        </ol>
      </header>
      <div className={classes.body}>
        <div className={classes.form}>
          {step === 'template' && <TemplateStep wizard={wizard} mayWrite={mayWrite} />}
          {step === 'columns' && <ColumnsStep wizard={wizard} />}
          {step === 'review' && (
            <ReviewStep
              wizard={wizard}
              projectId={projectId}
              connectorId={connector.id}
              mayShare={mayWrite}
            />
          )}
        </div>
        <LiveSide connectorId={connector.id} wizard={wizard} />
      </div>
      <footer className={classes.foot}>
        <Group gap="xs">
          {before && (
            <Button
              variant="default"
              leftSection={<Icon name="arrowLeft" />}
              onClick={() => goTo(before)}
            >
              {t('wizard.back')}
            </Button>
          )}
        </Group>
        {next ? (
          <Button
            disabled={!mayGoOn}
            rightSection={<Icon name="arrowRight" />}
            onClick={() => goTo(next)}
          >
            {t('wizard.next')}
          </Button>
        ) : (
          <Button
            component={AppLink}
            href={`${scopedHref('/sql/editor')}&sql=${encodeURIComponent(sql ?? '')}`}
            data-disabled={sql === undefined || undefined}
            rightSection={<Icon name="arrowRight" />}
          >
            {t('wizard.open')}
          </Button>
        )}
      </footer>
    </div>
  );
}
