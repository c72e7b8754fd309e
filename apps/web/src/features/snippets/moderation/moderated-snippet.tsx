import {
  snippetModerationRoutes,
  type ReportedSnippet,
} from '@causeway/contract/snippets/moderation.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { refreshSnippets } from '#domain/snippets/snippets-query.ts';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { BadgeMark } from '../badge-mark.tsx';
import classes from './moderated-snippet.module.css';

type Decision = 'hide' | 'show' | 'dismiss';
const SHORTEST_REASON = 3;

/** What was said about a snippet, and the decision; each needs a reason, which the author reads. */
export function ModeratedSnippet({ entry }: { entry: ReportedSnippet }) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const { snippet, reports, hiddenReason } = entry;
  const { dateTime } = useFormats();
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: async (decision: Decision) => {
      const input = { params: { snippetId: snippet.id }, body: { reason } };
      await api.call(snippetModerationRoutes[decision], input);
      await refreshSnippets();
    },
  });
  const decisions: Decision[] = snippet.isHidden ? ['show'] : ['dismiss', 'hide'];
  const title = textIn(snippet.title, language);
  return (
    <article className={classes.entry} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <AppLink href={`/community/snippets/${snippet.id}`}>{title}</AppLink>
        </h2>
        <BadgeMark badge={snippet.badge} />
        <span className={classes.by}>
          {snippet.author?.name ?? t('gone')} · {t(`visibility.${snippet.visibility}`)}
        </span>
      </header>
      <pre className={classes.sql}>{snippet.sqlStart}</pre>
      {hiddenReason !== null && (
        <p className={classes.line}>
          <b>{t('hidden.title')}</b> {hiddenReason}
        </p>
      )}
      <ul className={classes.reports}>
        {reports.map((report) => (
          <li key={report.id}>
            <b>{t(`report.reasons.${report.reason}`)}</b> {report.text}
            <span className={classes.by}>
              {report.reporter ?? t('gone')} · {dateTime(report.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.decide}>
        <TextInput
          className={classes.reason}
          aria-label={t('moderation.reason')}
          placeholder={t('moderation.reason')}
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'hide' ? 'filled' : 'default'}
            {...(decision === 'hide' && { color: 'red' })}
            disabled={reason.trim().length < SHORTEST_REASON}
            loading={decide.isPending && decide.variables === decision}
            onClick={() => decide.mutate(decision)}
          >
            {t(`moderation.${decision}`)}
          </Button>
        ))}
      </div>
      {decide.error && (
        <p className={classes.error} role="alert">
          {errorText(decide.error)}
        </p>
      )}
    </article>
  );
}
