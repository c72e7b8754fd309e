import type { safetyReport } from '@causeway/contract/connectors/checks.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormSection } from '#ui/form-section.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { TabProps } from '../tab-props.ts';
import { safetyQuery } from '../connectors-query.ts';
import { LimitsForm } from './limits-form.tsx';
import { ReaderRole } from './reader-role.tsx';
import { ReadOnlySwitch } from './read-only-switch.tsx';
import classes from './safety-tab.module.css';

type Report = z.infer<typeof safetyReport>;
type Finding = Report['findings'][number];

const icons = {
  danger: 'error',
  warning: 'warning',
  good: 'success',
} as const satisfies Record<Finding['severity'], IconName>;

export function SafetyTab({ connector, mayManage }: TabProps) {
  const { t } = useTranslation('connectors');
  const safety = useQuery(safetyQuery(connector));
  return (
    <>
      {mayManage && (
        <FormSection title={t('readOnly.title')}>
          <ReadOnlySwitch connector={connector} />
        </FormSection>
      )}
      <FormSection title={t('limits.title')} line={t('limits.line')}>
        <LimitsForm key={connector.id} connector={connector} mayManage={mayManage} />
      </FormSection>
      <QueryView
        query={safety}
        skeleton={<SkeletonLines count={6} />}
        errorTitle={t('safety.failed')}
      >
        {(report) => <SafetyReport connector={connector} report={report} mayManage={mayManage} />}
      </QueryView>
    </>
  );
}

type SafetyReportProps = Pick<TabProps, 'connector' | 'mayManage'> & { report: Report };

function SafetyReport({ connector, report, mayManage }: SafetyReportProps) {
  const { t } = useTranslation('connectors');
  return (
    <div className={classes.safety}>
      <section>
        <h2 className={classes.title}>{t('safety.title', { role: report.role })}</h2>
        <p className={classes.line}>{t('safety.line')}</p>
        <ul className={classes.findings}>
          {report.findings.map((finding) => (
            <li key={finding.code} className={classes.finding} data-severity={finding.severity}>
              <Icon
                name={icons[finding.severity]}
                label={t(`safety.severity.${finding.severity}`)}
              />
              <div>
                <p className={classes.name}>
                  {t(`safety.codes.${finding.code}.name`, { detail: finding.detail })}
                </p>
                <p className={classes.meaning}>{t(`safety.codes.${finding.code}.meaning`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className={classes.title}>{t('safety.script')}</h2>
        <p className={classes.line}>{t('safety.scriptLine')}</p>
        <div className={classes.script}>
          {/* Long lines scroll, which a keyboard needs a tab stop for. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{report.readOnlyRoleScript}</pre>
          <span className={classes.copy}>
            <CopyButton value={report.readOnlyRoleScript} label={t('safety.copy')} />
          </span>
        </div>
        <div className={classes.reader}>
          <ReaderRole
            key={report.reader?.role}
            connector={connector}
            report={report}
            mayManage={mayManage}
          />
        </div>
      </section>
    </div>
  );
}
