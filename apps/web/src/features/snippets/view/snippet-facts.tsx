import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { textIn } from '@causeway/contract/translatable.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useContentLanguage } from '#platform/settings/content-language.ts';
import { DataList } from '#ui/data-list.tsx';
import { listingHref } from '../gallery/gallery-address.ts';
import classes from './snippet-facts.module.css';

type SnippetFactsProps = { snippet: Snippet; onVersions: () => void };

export function SnippetFacts({ snippet, onVersions }: SnippetFactsProps) {
  const { t } = useTranslation('snippets');
  const language = useContentLanguage();
  const { date, number } = useFormats();
  const { author, project, origin, visibility, tags } = snippet;
  const visible = t(`visibility.${visibility}`);
  return (
    <section>
      <DataList
        items={[
          {
            label: t('facts.author'),
            value: (
              <span className={classes.author}>
                <PersonMark name={author?.name ?? ''} avatar={author?.avatar ?? null} size={20} />
                {author?.name ?? t('gone')}
              </span>
            ),
          },
          {
            label: t('facts.visibility'),
            value: project ? `${visible} · ${project.name}` : visible,
          },
          ...(origin
            ? [
                {
                  label: t('facts.origin'),
                  value: origin.title ? (
                    <AppLink href={`/community/snippets/${origin.id}`}>
                      {textIn(origin.title, language)}
                    </AppLink>
                  ) : (
                    t('facts.originGone')
                  ),
                },
              ]
            : []),
          { label: t('facts.uses'), value: number(snippet.uses) },
          { label: t('facts.forks'), value: number(snippet.forks) },
          { label: t('facts.updated'), value: date(snippet.updatedAt) },
          {
            label: t('facts.version'),
            value: (
              <button type="button" className={classes.version} onClick={onVersions}>
                {t('versions.number', { version: snippet.version })}
              </button>
            ),
          },
        ]}
      />
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('filter.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <AppLink href={listingHref({ scope: 'all', tag })}>{tag}</AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
