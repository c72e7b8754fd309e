import { severities } from '@causeway/contract/intelligence/checks.ts';
import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { checkTexts } from '@causeway/contract/intelligence/texts.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { FindingCard } from './finding-card.tsx';
import classes from './intelligence.module.css';

type FindingFeedProps = {
  project: Project;
  findings: Finding[];
  total: number;
  mayChange: boolean;
};

/** By severity; of one check a few, and the rest when asked for: the fiftieth says what the first said. */
export function FindingFeed({ project, findings, total, mayChange }: FindingFeedProps) {
  const { t } = useTranslation('intelligence');
  const { number } = useFormats();
  const groups = severities.flatMap((severity) => {
    const ofSeverity = findings.filter((finding) => finding.severity === severity);
    return ofSeverity.length > 0 ? [{ severity, ofSeverity }] : [];
  });
  return (
    <>
      {groups.map(({ severity, ofSeverity }) => (
        <section key={severity} className={classes.group} aria-label={t(`severity.${severity}`)}>
          <h2 className={classes.severity} data-severity={severity}>
            {t(`severity.${severity}`)}
            <span className={classes.count}>{number(ofSeverity.length)}</span>
          </h2>
          {[...Map.groupBy(ofSeverity, ({ check }) => check)].map(([check, ofCheck]) => (
            <OfCheck key={check} project={project} findings={ofCheck} mayChange={mayChange} />
          ))}
        </section>
      ))}
      {total > findings.length && (
        <p className={classes.more}>{t('more', { count: total - findings.length })}</p>
      )}
    </>
  );
}

const FEW = 5;

type OfCheckProps = Pick<FindingFeedProps, 'project' | 'findings' | 'mayChange'>;

function OfCheck({ project, findings, mayChange }: OfCheckProps) {
  const { t, i18n } = useTranslation('intelligence');
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? findings : findings.slice(0, FEW);
  const rest = findings.length - shown.length;
  const [first] = findings;
  return (
    <>
      {shown.map((finding) => (
        <FindingCard key={finding.id} project={project} finding={finding} mayChange={mayChange} />
      ))}
      {rest > 0 && first && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsAll(true)}>
          {t('likeIt', {
            count: rest,
            name: checkTexts[i18n.language as UiLanguage][first.check].name,
          })}
        </Button>
      )}
    </>
  );
}
