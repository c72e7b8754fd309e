import type { SecretPlace } from '@causeway/contract/snippets/snippet.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { SnippetDraft } from './draft.ts';
import classes from './scan-findings.module.css';

type ScanFindingsProps = {
  draft: SnippetDraft;
  places: SecretPlace[];
  acknowledged: boolean;
  onAcknowledge: (acknowledged: boolean) => void;
};

/** What must not be published, and what somebody has to look at first. */
export function ScanFindings({ draft, places, acknowledged, onAcknowledge }: ScanFindingsProps) {
  const { t } = useTranslation('snippets');
  const refused = places.filter(({ isWarning }) => !isWarning);
  const warnings = places.filter(({ isWarning }) => isWarning);
  return (
    <section className={classes.findings} aria-label={t('scan.title')}>
      {refused.length > 0 && (
        <div role="alert">
          <p className={classes.title} data-tone="refused">
            <Icon name="shield" /> {t('scan.refused')}
          </p>
          <Places draft={draft} places={refused} />
        </div>
      )}
      {warnings.length > 0 && (
        <div>
          <p className={classes.title} data-tone="warning">
            <Icon name="warning" /> {t('scan.warning')}
          </p>
          <Places draft={draft} places={warnings} />
          <Checkbox
            mt="xs"
            label={t('scan.acknowledge')}
            checked={acknowledged}
            onChange={({ currentTarget: { checked } }) => onAcknowledge(checked)}
          />
        </div>
      )}
    </section>
  );
}

function Places({ draft, places }: { draft: SnippetDraft; places: SecretPlace[] }) {
  const { t } = useTranslation('snippets');
  return (
    <ul className={classes.places}>
      {places.map((place) => {
        const [field] = place.field.split('.');
        return (
          <li key={`${place.field} ${place.from}`}>
            <code>{excerptOf(draft, place)}</code>
            <span>
              {t(`scan.kind.${place.kind}`)} · {t(`scan.field.${field}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const LONGEST = 48;

function excerptOf(draft: SnippetDraft, { field, from, to }: SecretPlace): string {
  const [part = '', which = ''] = field.split('.');
  const texts: Record<string, string | undefined> = {
    sql: draft.sql,
    title: draft.title[which as 'en'],
    text: draft.text[which as 'en'],
    parameters: draft.parameters.find(({ name }) => name === which)?.value ?? '',
    tags: draft.tags.join(' '),
  };
  const found = texts[part]?.slice(from, to) ?? '';
  return found.length > LONGEST ? `${found.slice(0, LONGEST)}…` : found;
}
