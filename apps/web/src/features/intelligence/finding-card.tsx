import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { regionOf, useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './finding-card.module.css';
import { FindingDetails } from './finding-details.tsx';

type FindingCardProps = { project: Project; finding: Finding; mayChange: boolean };

/** One line that says it all; what proves it and what can be done comes when it is opened. */
export function FindingCard({ project, finding, mayChange }: FindingCardProps) {
  const { t, i18n } = useTranslation('intelligence');
  const { ago } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const said = sayFinding(finding, i18n.language as UiLanguage, regionOf(i18n.language));
  const connector = project.connectors.find(({ id }) => id === finding.connectorId);
  const facts = [
    said.name,
    project.connectors.length > 1 ? connector?.name : undefined,
    t('since', { ago: ago(finding.firstSeenAt) }),
    finding.assignee && t('assignedTo', { name: finding.assignee.name }),
  ];
  return (
    <article className={classes.card} data-severity={finding.severity} aria-label={said.title}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className={classes.arrow ?? ''} />
        <span className={classes.words}>
          <span className={classes.title}>
            {said.title}
            {finding.isWorse && <span className={classes.worse}>{t('worse')}</span>}
          </span>
          <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <div id={detailsId}>
        {isOpen && (
          <FindingDetails project={project} finding={finding} said={said} mayChange={mayChange} />
        )}
      </div>
    </article>
  );
}
