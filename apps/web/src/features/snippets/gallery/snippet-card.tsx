import type { SnippetSummary } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { Icon } from '#ui/icon.tsx';
import { BadgeMark } from '../badge-mark.tsx';
import { plainText } from '../plain-text.ts';
import classes from './snippet-card.module.css';

type SnippetCardProps = {
  snippet: SnippetSummary;
  /** A deleted one has no page to open. */
  isLink?: boolean;
  children?: ReactNode;
};

/** One snippet of the gallery: what it answers, and the first lines of how. */
export function SnippetCard({ snippet, isLink = true, children }: SnippetCardProps) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const { number } = useFormats();
  const { title, summary, tags, author, project, visibility } = snippet;
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {isLink ? (
            <AppLink href={`/community/snippets/${snippet.id}`} className={classes.link}>
              {textIn(title, language)}
            </AppLink>
          ) : (
            textIn(title, language)
          )}
        </h2>
        <BadgeMark badge={snippet.badge} />
      </header>
      <p className={classes.text}>{plainText(textIn(summary, language))}</p>
      <pre className={classes.sql} aria-hidden>
        {snippet.sqlStart.split('\n').slice(0, 5).join('\n')}
      </pre>
      <footer className={classes.foot}>
        <span className={classes.by}>
          {visibility !== 'public' && (
            <Icon
              name={visibility === 'team' ? 'users' : 'lock'}
              size={13}
              label={t(`visibility.${visibility}`)}
            />
          )}
          <span className={classes.name}>
            {snippet.isHidden ? t('hidden.mark') : (project?.name ?? author?.name ?? t('gone'))}
          </span>
        </span>
        <span className={classes.tags}>{tags.slice(0, 3).join(' · ')}</span>
        <span className={classes.counts}>
          <Count
            icon={snippet.isStarred ? 'starFilled' : 'star'}
            text={number(snippet.stars)}
            label={t('count.stars', { count: snippet.stars })}
          />
          <Count
            icon="play"
            text={number(snippet.uses)}
            label={t('count.uses', { count: snippet.uses })}
          />
          <Count
            icon="message"
            text={number(snippet.comments)}
            label={t('count.comments', { count: snippet.comments })}
          />
        </span>
      </footer>
      {children}
    </article>
  );
}

type CountProps = { icon: 'star' | 'starFilled' | 'play' | 'message'; text: string; label: string };

function Count({ icon, text, label }: CountProps) {
  return (
    <span className={classes.count} title={label}>
      <Icon name={icon} size={13} label={label} />
      <span aria-hidden>{text}</span>
    </span>
  );
}
